import { useEffect, useRef, useState } from 'react'

/** Waits before the tries after the first, in ms (product section 9). */
const WAITS = [1_000, 2_000] as const

/**
 * An address that is tried again twice after an error, past every cache, until `failed`; `tryAgain` begins
 * anew.
 */
export function useRetries(address: string) {
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onError = () => {
    const wait = WAITS[tries % (WAITS.length + 1)]
    clearTimeout(timer.current)
    if (wait === undefined) setFailed(true)
    else timer.current = setTimeout(() => setTries(tries + 1), wait)
  }
  const tryAgain = () => {
    setFailed(false)
    setTries(tries + 1)
  }
  return {
    src: tries === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}retry=${tries}`,
    failed,
    onError,
    tryAgain,
  }
}

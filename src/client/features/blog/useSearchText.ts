import { useDeferredValue, useEffect, useState } from 'react'

/** How long typing rests before it is searched for, in ms. */
const REST = 300

/** What stands in a search box, and what of it is searched for. */
export function useSearchText() {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), REST)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, setTyped, q: useDeferredValue(q) }
}

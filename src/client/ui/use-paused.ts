import { useEffect, useState } from 'react'

/** Pause in typing before anything is asked for, ms. */
const PAUSE = 150

/** What is typed, after a pause: calls follow it instead of every key. */
export function usePaused(text: string, pause = PAUSE): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return paused
}

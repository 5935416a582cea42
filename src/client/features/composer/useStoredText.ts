import { useEffect, useState } from 'react'
import { keepStored, readStored } from './stored.ts'

/**
 * A text that survives reload and crash under this key; forgotten when it is empty. `begin` makes the first text out of
 * the kept one, without side effects.
 */
export function useStoredText(key: string, begin: (kept: string) => string = (kept) => kept): [string, (text: string) => void] {
  const [text, setText] = useState(() => begin(readStored(key) ?? ''))
  useEffect(() => keepStored(key, text), [key, text])
  return [text, setText]
}

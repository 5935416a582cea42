import { useEffect, useState } from 'react'

/** A text that survives reload and crash under this key; forgotten when it is empty. */
export function useStoredText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '')
  useEffect(() => {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  }, [key, text])
  return [text, setText]
}

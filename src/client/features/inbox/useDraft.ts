import { useEffect, useState } from 'react'

const keyOf = (viewerId: string, personId: string) => `royal-flush:draft:message:${viewerId}:${personId}`

/** What was typed to this person and not yet sent; survives reload, crash and a walk to another thread. */
export function useDraft(viewerId: string, personId: string): [string, (text: string) => void] {
  const key = keyOf(viewerId, personId)
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '')
  useEffect(() => {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  }, [key, text])
  return [text, setText]
}

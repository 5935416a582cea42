import { useEffect, useState } from 'react'
import { DEBOUNCE } from '#client/features/posts/search/search-term.ts'

/** The text of a search box, and the search term after a pause in typing. */
export function useSearchText() {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, setTyped, q }
}

import { useEffect, useState } from 'react'
import { DEBOUNCE } from '#client/features/posts/search/search-term.ts'

/** What stands in a search box, and what of it is searched for. */
export function useSearchText() {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, setTyped, q }
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { rememberSearch } from './recent-searches.ts'
import { DEBOUNCE, paramsOf, termIn, termOf, textOf } from './search-term.ts'
import type { SearchTerm } from './search-term.ts'

function tabIn(params: URLSearchParams): 'posts' | 'users' | null {
  const tab = params.get('tab')
  return tab === 'posts' || tab === 'users' ? tab : null
}

/**
 * Keeps the search box and the address the same. Typing changes the address after a pause; links and Back
 * change the box at once.
 */
export function useSearchBox() {
  const [params, setParams] = useSearchParams()
  const term = termIn(params)
  const inAddress = textOf(term)
  const [typed, setTyped] = useState(inAddress)
  const written = useRef(inAddress)

  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setTyped(inAddress)
  }, [inAddress])

  const search = (wanted: SearchTerm | null) => {
    written.current = textOf(wanted)
    setParams(paramsOf(wanted, params.get('tab'), params.get('sort')), {
      replace: true,
    })
  }
  const searchRef = useRef(search)
  useEffect(() => {
    searchRef.current = search
  })
  useEffect(() => {
    const wanted = termOf(typed)
    if (textOf(wanted) === written.current) return undefined
    const timer = setTimeout(() => searchRef.current(wanted), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [typed])
  useRemembered(inAddress)
  return {
    typed,
    setTyped,
    term,
    /** null: no tab was chosen. */
    tab: tabIn(params),
    isTop: params.get('sort') === 'top',
    searchNow: () => {
      const wanted = termOf(typed)
      if (wanted) rememberSearch(textOf(wanted))
      search(wanted)
    },
  }
}

/** What is in the box when the person goes on to a result, or elsewhere, is kept; not what was typed on the way. */
function useRemembered(text: string): void {
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  }, [text])
  // When the next page is shown it is kept already.
  useLayoutEffect(
    () => () => {
      if (latest.current !== '') rememberSearch(latest.current)
    },
    [],
  )
}

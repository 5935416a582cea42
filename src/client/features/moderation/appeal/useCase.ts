import { useEffect, useState } from 'react'
import type { OwnCaseView } from '#contract/moderation.ts'
import { ApiError } from '#client/live/http.ts'
import { fetchCase } from './appeal.api.ts'

type Case =
  | { state: 'loading' }
  | { state: 'gone' }
  | { state: 'failed' }
  | { state: 'here'; decided: OwnCaseView }

/**
 * One's own case, and what its appeal answered. This page stands in the gatehouse, where no query client is
 * loaded.
 */
export function useCase(caseId: string, token: string | null) {
  const [held, setHeld] = useState<Case>({ state: 'loading' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const left = new AbortController()
    fetchCase(caseId, token, left.signal).then(
      (decided) => setHeld({ state: 'here', decided }),
      (error: unknown) => {
        if (!left.signal.aborted)
          setHeld({ state: error instanceof ApiError && error.status === 404 ? 'gone' : 'failed' })
      },
    )
    return () => left.abort()
  }, [caseId, token, tries])
  const again = () => {
    setHeld({ state: 'loading' })
    setTries((before) => before + 1)
  }
  return { held, again, take: (decided: OwnCaseView) => setHeld({ state: 'here', decided }) }
}

import { useEffect, useState } from 'react'
import type { NewcomerView } from '#contract/account.ts'
import { ApiError, api } from '#client/live/http.ts'

/** Null when Google has introduced nobody, or too long ago. */
const fetchNewcomer = (signal: AbortSignal) =>
  api.get<NewcomerView>('/api/auth/google/newcomer', undefined, signal).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })

/**
 * Whom Google has introduced: undefined until it is known; `failed` when it could not be asked, and `retry`
 * asks again.
 */
export function useNewcomer() {
  const [newcomer, setNewcomer] = useState<NewcomerView | null>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    fetchNewcomer(stop.signal).then(setNewcomer, () => stop.signal.aborted || setFailed(true))
    return () => stop.abort()
  }, [attempt])
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  return { newcomer, failed, retry }
}

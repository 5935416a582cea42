import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

interface Kept {
  appealToken?: string
}

/**
 * The token of the mailed link. It leaves the address at once, so that nobody copies it along, and stays with this entry of
 * the history, so that the page can be reloaded.
 */
export function useAppealToken(): string | null {
  const given = useSearchParams()[0].get('token')
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (given) void navigate(pathname, { replace: true, state: { appealToken: given } satisfies Kept })
  }, [given, pathname, navigate])
  return given ?? (state as Kept | null)?.appealToken ?? null
}

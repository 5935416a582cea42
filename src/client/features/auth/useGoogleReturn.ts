import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { toast } from '#client/ui/toast.ts'

/** Back from the identity provider without a session: says why, once, and forgets it from the address (DECISIONS row 16). */
export function useGoogleReturn(): void {
  const [params, setParams] = useSearchParams()
  const failed = params.get('error') === 'google'
  useEffect(() => {
    if (!failed) return
    toast({ variant: 'destructive', title: 'Login failed', description: 'Google sign-in is not available here. Please log in with your email and password.' })
    setParams(
      (held) => {
        held.delete('error')
        return held
      },
      { replace: true },
    )
  }, [failed, setParams])
}

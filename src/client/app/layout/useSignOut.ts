import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { logOut } from '#client/features/account/data/viewer/viewer.actions.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'

/** Signs out and goes to the landing page; a failure is told and changes nothing. */
export function useSignOut(): { signingOut: boolean; signOut: () => void } {
  const [signingOut, setSigningOut] = useState(false)
  const navigate = useNavigate()
  const leave = async () => {
    setSigningOut(true)
    try {
      await logOut()
      await navigate('/')
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Sign out failed',
        description: sentenceOf(error),
      })
    } finally {
      setSigningOut(false)
    }
  }
  return { signingOut, signOut: () => void leave() }
}

import { useNavigate } from 'react-router-dom'
import { logOut } from '#client/features/account/data/viewer/viewer.actions.ts'
import { useWrite } from '#client/live/use-write.ts'

/** Signs out and opens the landing page. A failure shows a toast and changes nothing. */
export function useSignOut(): { signingOut: boolean; signOut: () => void } {
  const { pending, run } = useWrite()
  const navigate = useNavigate()
  const write = async () => {
    await logOut()
    await navigate('/')
  }
  return { signingOut: pending, signOut: () => void run({ write, failed: 'Sign out failed' }) }
}

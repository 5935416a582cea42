import { useState } from 'react'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Way } from '#client/features/account/second-factor/Way.tsx'
import type { Write } from '#client/live/use-write.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { EmailForm } from './EmailForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { deleteGoogle, deleteNewEmail } from '#client/features/account/data/settings.actions.ts'

type Open = 'email' | 'password' | null

/** The ways to log in: address, password, Google. One form is open at a time. */
export const SignInCard = () => {
  const { hasPassword, hasGoogle } = useRequiredViewer()
  const [open, setOpen] = useState<Open>(null)
  // The focus returns to the button that the form replaced.
  const [closed, setClosed] = useState<Open>(null)
  const close = () => {
    setClosed(open)
    setOpen(null)
  }
  return (
    <Card title="Signing in">
      <div className="flex flex-col divide-y divide-hairline">
        <Way
          name="Email"
          value="You log in with this address, and we send mail to it."
          action={
            open !== 'email' && (
              <Button size="sm" autoFocus={closed === 'email'} onClick={() => setOpen('email')}>
                Change email
              </Button>
            )
          }
        >
          <Awaited />
          {open === 'email' && <EmailForm onDone={close} />}
        </Way>
        <Way
          name="Password"
          value={
            hasPassword ? 'Only you know it. Keep it so.' : 'You have no password. You log in with Google.'
          }
          action={
            open !== 'password' && (
              <Button size="sm" autoFocus={closed === 'password'} onClick={() => setOpen('password')}>
                {hasPassword ? 'Change password' : 'Set password'}
              </Button>
            )
          }
        >
          {open === 'password' && <PasswordForm onDone={close} />}
        </Way>
        {hasGoogle && (
          <Way
            name="Google"
            value="Your Google account is linked. You can also log in with it."
            action={
              <WriteButton size="sm" does={update(deleteGoogle, 'Failed to unlink Google')}>
                Unlink
              </WriteButton>
            }
          />
        )}
      </div>
    </Card>
  )
}

/** The new address, not confirmed yet. */
const Awaited = () => {
  const { newEmail } = useRequiredViewer()
  if (newEmail === null) return null
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-md bg-wash px-4 py-3 text-sm">
      <p className="min-w-0 wrap-anywhere">
        We wait until you confirm <strong>{newEmail}</strong>.
      </p>
      <WriteButton size="sm" variant="ghost" does={update(deleteNewEmail, 'Failed to change the email')}>
        Keep the old one
      </WriteButton>
    </div>
  )
}

/** Its effect shows in the account. */
const update = (write: () => Promise<void>, fallback: string): Write<void> => ({
  write,
  failed: { title: 'Update failed', fallback },
})

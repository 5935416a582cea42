import { logOut } from '#client/features/account/data/viewer/viewer.actions.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { longDate } from '#client/ui/long-date.ts'

/**
 * Email and the day the account was opened. The address is changed on /settings alone, where it has to be
 * confirmed.
 */
export const AccountCard = () => {
  const { email, createdAt } = useRequiredViewer()
  return (
    <Card title="Account">
      <dl className="grid gap-x-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2">
        <dt className="text-ink-soft">Email</dt>
        <dd className="one-line max-sm:mb-3">{email}</dd>
        <dt className="text-ink-soft">Account created</dt>
        <dd>{longDate(createdAt)}</dd>
      </dl>
    </Card>
  )
}

/** The way out. The router leads to the front door afterwards. */
export const DangerZone = () => {
  const { pending, run } = useWrite()
  const leave = () => run({ write: logOut, failed: 'Sign out failed' })
  return (
    <Card title="Danger Zone">
      <Button variant="danger" pending={pending} onClick={() => void leave()}>
        Log Out
      </Button>
    </Card>
  )
}

import { adminStats } from '#client/features/admin/data/stats.store.ts'
import { switchProtection } from '#client/features/admin/data/site-settings.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ReviewQueue } from './ReviewQueue.tsx'

/** The spam protection: what it is, whether it is on, and what it did not let through. */
export const ProtectionCard = ({ enabled, onDone }: { enabled: boolean; onDone: () => void }) => {
  const { isPending, run } = useWrite()
  // Pushed with the cards above: another admin may switch it.
  const on = adminStats.use()?.protection ?? enabled
  const turn = async (action: 'enable' | 'disable') => {
    await run({
      target: action,
      write: () => switchProtection(action),
      done: 'Anti-Asshole Updated',
      failed: { title: 'Error', sentence: `Failed to ${action} Anti-Asshole system` },
    })
    onDone()
  }
  return (
    <Card
      title="Anti-Asshole system"
      action={<Badge tone={on ? 'live' : 'neutral'}>{on ? 'On' : 'Off'}</Badge>}
      className="xl:col-span-2"
    >
      <p className="pb-4 text-ink-soft">
        Checks posts, comments and messages for spam: links, repeated texts, speed, mentions, and the age of
        the account. Posts and comments that may be spam wait here. Clear spam is refused, and so are messages
        that may be spam.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button pending={isPending('enable')} disabled={on} onClick={() => void turn('enable')}>
          Enable Protection
        </Button>
        <Button
          variant="danger"
          pending={isPending('disable')}
          disabled={!on}
          onClick={() => void turn('disable')}
        >
          Disable Protection
        </Button>
      </div>
      <ReviewQueue />
    </Card>
  )
}

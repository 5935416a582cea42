import type { CheckView } from '#contract/monitor.ts'
import { MANUAL_FIXES } from '#contract/monitor.constants.ts'
import { forceCheck, manualFix } from '#client/features/monitor/data/monitor.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { toast } from '#client/ui/toast.ts'

const [UPLOADS, DATABASE] = MANUAL_FIXES

const FIXES = [
  {
    message: UPLOADS,
    label: 'Fix File Uploads',
    what: 'Creates missing folders, tests one picture, and tries failed videos again.',
  },
  {
    message: DATABASE,
    label: 'Fix Database Connection',
    what: 'Tests whether the database accepts writes. If not, it connects again.',
  },
] as const

const PARTS: Record<CheckView['repair'], string> = {
  store: 'Store',
  folders: 'Folders',
  media: 'Pictures and videos',
  mail: 'Mails',
  page: "The page's files",
}
const OUTCOMES = {
  mended: { tone: 'brass', label: 'Mended' },
  well: { tone: 'live', label: 'Well' },
  failed: { tone: 'danger', label: 'Failed' },
} as const

/** Manual checks and repairs, and the last result of each part. */
export const ManualActions = ({ checks }: { checks: readonly CheckView[] }) => {
  const { pending, isPending, run } = useWrite()
  const start = (label: string, write: () => Promise<void>, sentence: string) =>
    void run({ target: label, write, failed: { title: 'Error', sentence } })
  const check = async () => {
    await forceCheck()
    toast({ title: 'Health check complete', description: 'Every part was checked.' })
  }
  const fix = async (message: string) => {
    const done = await manualFix(message)
    const failed = done.checks.some(({ outcome }) => outcome === 'failed')
    toast({
      variant: failed ? 'destructive' : 'plain',
      title: failed ? 'Manual fix failed' : 'Manual fix complete',
      description: done.checks.map(({ detail }) => detail).join(' '),
    })
  }
  return (
    <div className="grid items-start gap-4 pt-4 xl:grid-cols-2">
      <Card title="Manual Actions">
        <div className="grid gap-4">
          <Action
            label="Force Health Check"
            what="Checks every part now and tries again to fix unresolved errors."
            pending={isPending('Force Health Check')}
            disabled={pending}
            onRun={() => start('Force Health Check', check, 'Failed to force health check')}
          />
          {FIXES.map(({ message, label, what }) => (
            <Action
              key={label}
              label={label}
              what={what}
              pending={isPending(label)}
              disabled={pending}
              onRun={() => start(label, () => fix(message), 'Failed to initiate manual fix')}
            />
          ))}
        </div>
      </Card>
      <Card title="Latest Checks">
        {checks.length === 0 && <p className="text-sm text-ink-faint">No data yet</p>}
        <ul className="grid gap-4">
          {checks.map((one) => (
            <Check key={one.repair} check={one} />
          ))}
        </ul>
      </Card>
    </div>
  )
}

const Action = ({
  label,
  what,
  onRun,
  ...state
}: {
  label: string
  what: string
  pending: boolean
  disabled: boolean
  onRun: () => void
}) => (
  <div className="grid gap-2">
    <Button block {...state} onClick={onRun}>
      {label}
    </Button>
    <p className="text-sm text-ink-soft">{what}</p>
  </div>
)

const Check = ({ check: { repair, outcome, detail, at } }: { check: CheckView }) => (
  <li>
    <p className="flex items-center gap-2">
      <span className="font-semibold">{PARTS[repair]}</span>
      <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Badge>
      <span className="ms-auto text-sm text-ink-faint">
        <RelativeTime at={at} />
      </span>
    </p>
    <p className="text-sm text-ink-soft">{detail}</p>
  </li>
)

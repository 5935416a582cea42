import { BellOff, BellRing } from 'lucide-react'
import type { AlertView } from '#contract/monitor.alerts.ts'
import { ALERT_WORDS, SILENCE_HOURS, alertFigure } from '#contract/monitor.alerts.constants.ts'
import { inSentence } from '#contract/text.ts'
import { acknowledgeAlert, silenceAlert } from '#client/features/monitor/data/alerts.store.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { dateFormat } from '#client/ui/locale.ts'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'

const clock = dateFormat({ dateStyle: 'short', timeStyle: 'short' })

/** An alert; an open one with the actions of an admin. */
export const AlertCard = ({ alert, silencedUntil }: { alert: AlertView; silencedUntil: string | null }) => {
  const { rule, openedAt, value, peak, threshold, detail, reporter, resolvedAt, resolvedHow } = alert
  const isOpen = resolvedAt === null
  // Open ones come first on the page, the others below a heading.
  const Title = isOpen ? 'h2' : 'h3'
  return (
    <article
      className={
        isOpen
          ? 'rounded-lg border border-danger bg-danger-wash p-4'
          : 'rounded-lg border border-hairline bg-surface p-4'
      }
      data-testid="alert"
    >
      <div className="flex flex-wrap items-center gap-2 pb-1">
        {isOpen && <BellRing className="size-5 text-danger-ink" />}
        <Title className="text-lg font-semibold">{ALERT_WORDS[rule].title}</Title>
        {isOpen && <Badge tone="danger">Open</Badge>}
        {!isOpen && (
          <Badge tone="live">{resolvedHow === 'off' ? 'Rule switched off' : 'Resolved by itself'}</Badge>
        )}
        <span className="ms-auto text-sm text-ink-soft">
          since <RelativeTime at={openedAt} />
          {resolvedAt && (
            <>
              , over <RelativeTime at={resolvedAt} />
            </>
          )}
        </span>
      </div>
      <p className="tabular text-sm">
        {isOpen && (
          <>
            <strong>{alertFigure(rule, value)}</strong> now,{' '}
          </>
        )}
        {`${alertFigure(rule, peak)} at its worst; the threshold is ${alertFigure(rule, threshold)}.`}
      </p>
      {detail && <p className="written pt-1 font-mono text-sm">{detail}</p>}
      {reporter && <p className="written pt-1 text-sm text-ink-soft">{`Reported by ${reporter}`}</p>}
      <Acknowledged alert={alert} />
      {silencedUntil && (
        <p className="flex items-center gap-2 pt-1 text-sm">
          <BellOff className="size-4 shrink-0" />
          {`Silenced until ${clock(new Date(silencedUntil))}`}
        </p>
      )}
      {isOpen && <Actions alert={alert} isSilent={silencedUntil !== null} />}
    </article>
  )
}

const Acknowledged = ({ alert: { acknowledgedAt, acknowledgedBy } }: { alert: AlertView }) =>
  acknowledgedAt && (
    <p className="pt-1 text-sm text-ink-soft">
      {`Acknowledged by ${acknowledgedBy ? inSentence(acknowledgedBy.displayName) : 'a deleted account'} `}
      <RelativeTime at={acknowledgedAt} />
    </p>
  )

const Actions = ({ alert: { id, acknowledgedAt }, isSilent }: { alert: AlertView; isSilent: boolean }) => {
  const { pending, isPending, run } = useWrite()
  const act = (target: string, write: () => Promise<void>) => void run({ target, write, failed: 'Error' })
  return (
    <div className="flex flex-wrap justify-end gap-2 pt-3">
      {isSilent ? (
        <Button
          size="sm"
          pending={isPending('speak')}
          disabled={pending}
          onClick={() => act('speak', () => silenceAlert(id, null))}
        >
          End the silence
        </Button>
      ) : (
        SILENCE_HOURS.map((hours) => (
          <Button
            key={hours}
            size="sm"
            pending={isPending(`silence ${hours}`)}
            disabled={pending}
            onClick={() => act(`silence ${hours}`, () => silenceAlert(id, hours))}
          >
            {`Silence ${hours} h`}
          </Button>
        ))
      )}
      {!acknowledgedAt && (
        <Button
          size="sm"
          variant="primary"
          pending={isPending('acknowledge')}
          disabled={pending}
          onClick={() => act('acknowledge', () => acknowledgeAlert(id))}
        >
          Acknowledge
        </Button>
      )}
    </div>
  )
}

import { Droplets } from 'lucide-react'
import type { PlungerView } from '#contract/posts.plunger.ts'
import { PLUNGER } from '#contract/posts.constants.ts'
import { counted, plural } from '#contract/plural.ts'
import {
  setHidden,
  setPlunger,
  stopPlunger,
  usePlungers,
} from '#client/features/posts/data/plunger/plunger.store.ts'
import { useSavedSwitch } from '#client/features/account/useSavedChoice.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { useWrite } from '#client/live/use-write.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Num } from '#client/ui/Num.tsx'
import { exactTime } from '#client/ui/relative-time.ts'
import { Switch } from '#client/ui/Switch.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { PaceSelect } from './PaceSelect.tsx'

export interface PlungerCardsProps {
  /** Of this post alone, on its own page. */
  postId?: string
}

/** Each of the viewer's posts in Plunger Mode, with live figures and what can be done. Nothing without any. */
export const PlungerCards = ({ postId }: PlungerCardsProps) => {
  const plungers = usePlungers(postId)
  if (plungers.length === 0) return null
  return (
    <section aria-label="Plunger Mode">
      <ul>
        {plungers.map((plunger) => (
          <li key={plunger.id} className="border-b border-hairline bg-brass-wash px-4 py-4 sm:px-5">
            <PlungerCard plunger={plunger} withPost={postId === undefined} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PlungerCardProps {
  plunger: PlungerView
  /** Says which post it is about. */
  withPost?: boolean
}

/** Plunger Mode of one post: what came, until when, and what it does about it. */
export const PlungerCard = ({ plunger, withPost = false }: PlungerCardProps) => {
  const { id, text, hidden, endsAt } = plunger
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
        <Badge tone="royal" icon={<Droplets />}>
          Plunger Mode
        </Badge>
        <span>You called the plunger.</span>
      </p>
      {withPost && text && (
        <p dir="auto" className="line-clamp-2 wrap-anywhere">
          {hidden ? text : <TextLink to={`/p/${id}`}>{text}</TextLink>}
        </p>
      )}
      {hidden ? (
        <p className="text-sm">Nobody else can see this drop until you show it again.</p>
      ) : (
        <>
          <Figures plunger={plunger} />
          <Rules plunger={plunger} />
          <p className="text-sm text-ink-soft">{`Ends ${exactTime(Date.parse(endsAt))}.`}</p>
        </>
      )}
      <Actions plunger={plunger} />
    </div>
  )
}

const Figures = ({ plunger: { comments, reactions } }: { plunger: PlungerView }) => (
  <p>
    <Figure value={comments} /> {plural(comments, 'comment')} and <Figure value={reactions} />{' '}
    {plural(reactions, 'reaction')} so far. The herald keeps quiet and brings one digest at the end.
  </p>
)

const Figure = ({ value }: { value: number }) => (
  <strong className="tabular font-display text-xl">
    <Num value={value} />
  </strong>
)

const Actions = ({ plunger: { id, hidden } }: { plunger: PlungerView }) => (
  <div className="flex flex-wrap items-center gap-2">
    {!hidden &&
      PLUNGER.hours.map((hours) => (
        <WriteButton key={hours} size="sm" does={{ write: () => setPlunger(id, { hours }), failed: FAILED }}>
          {`For ${counted(hours, 'hour')}`}
        </WriteButton>
      ))}
    <WriteButton
      size="sm"
      does={{
        write: () => setHidden(id, !hidden),
        done: hidden ? 'Your drop is back on the wall' : 'Your drop is behind the door',
        failed: hidden ? 'Failed to show the post' : 'Failed to hide the post',
      }}
    >
      {hidden ? 'Show it again' : 'Hide the post'}
    </WriteButton>
    {!hidden && (
      <WriteButton
        size="sm"
        variant="primary"
        does={{ write: () => stopPlunger(id), failed: 'Failed to end Plunger Mode' }}
      >
        End it
      </WriteButton>
    )}
  </div>
)

const FAILED = 'Failed to change Plunger Mode'

const Rules = ({ plunger: { id, rules } }: { plunger: PlungerView }) => {
  const pause = useSavedSwitch(rules.strangersPaused === true, (strangersPaused) => ({
    write: () => setPlunger(id, { strangersPaused }),
    failed: FAILED,
  }))
  const { run, pending } = useWrite()
  return (
    <>
      <Switch label="Pause strangers" hint="Only people you follow can comment." {...pause} />
      <PaceSelect
        value={rules.slowMinutes ?? null}
        disabled={pending}
        onChange={(slowMinutes) => void run({ write: () => setPlunger(id, { slowMinutes }), failed: FAILED })}
      />
    </>
  )
}

import { Droplets } from 'lucide-react'
import type { CrowdControlView } from '#contract/posts.crowd-control.ts'
import { CROWD_CONTROL } from '#contract/posts.constants.ts'
import { counted, plural } from '#contract/plural.ts'
import {
  setHidden,
  setCrowdControl,
  stopCrowdControl,
  useCrowdControls,
} from '#client/features/posts/data/crowd-control/crowd-control.store.ts'
import { useSavedSwitch } from '#client/features/account/useSavedChoice.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { useWrite } from '#client/live/use-write.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Num } from '#client/ui/Num.tsx'
import { exactTime } from '#client/ui/relative-time.ts'
import { Switch } from '#client/ui/Switch.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { PaceSelect } from './PaceSelect.tsx'

export interface CrowdControlCardsProps {
  /** Of this post alone, on its own page. */
  postId?: string
}

/** Each of the viewer's posts under crowd control, with live figures and what can be done. Nothing without any. */
export const CrowdControlCards = ({ postId }: CrowdControlCardsProps) => {
  const crowdControls = useCrowdControls(postId)
  if (crowdControls.length === 0) return null
  return (
    <section aria-label="Plunger Mode">
      <ul>
        {crowdControls.map((crowdControl) => (
          <li key={crowdControl.id} className="border-b border-hairline bg-brass-wash px-4 py-4 sm:px-5">
            <CrowdControlCard crowdControl={crowdControl} withPost={postId === undefined} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CrowdControlCardProps {
  crowdControl: CrowdControlView
  /** Says which post it is about. */
  withPost?: boolean
}

/** Crowd control of one post: what came, until when, and what it does about it. */
export const CrowdControlCard = ({ crowdControl, withPost = false }: CrowdControlCardProps) => {
  const { id, text, hidden, endsAt } = crowdControl
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
          <Figures crowdControl={crowdControl} />
          <Rules crowdControl={crowdControl} />
          <p className="text-sm text-ink-soft">{`Ends ${exactTime(Date.parse(endsAt))}.`}</p>
        </>
      )}
      <Actions crowdControl={crowdControl} />
    </div>
  )
}

const Figures = ({ crowdControl: { comments, reactions } }: { crowdControl: CrowdControlView }) => (
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

const Actions = ({ crowdControl: { id, hidden } }: { crowdControl: CrowdControlView }) => (
  <div className="flex flex-wrap items-center gap-2">
    {!hidden &&
      CROWD_CONTROL.hours.map((hours) => (
        <WriteButton
          key={hours}
          size="sm"
          does={{ write: () => setCrowdControl(id, { hours }), failed: FAILED }}
        >
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
        does={{ write: () => stopCrowdControl(id), failed: 'Failed to end Plunger Mode' }}
      >
        End it
      </WriteButton>
    )}
  </div>
)

const FAILED = 'Failed to change Plunger Mode'

const Rules = ({ crowdControl: { id, rules } }: { crowdControl: CrowdControlView }) => {
  const pause = useSavedSwitch(rules.strangersPaused === true, (strangersPaused) => ({
    write: () => setCrowdControl(id, { strangersPaused }),
    failed: FAILED,
  }))
  const { run, pending } = useWrite()
  return (
    <>
      <Switch label="Pause strangers" hint="Only people you follow can comment." {...pause} />
      <PaceSelect
        value={rules.slowMinutes ?? null}
        disabled={pending}
        onChange={(slowMinutes) =>
          void run({ write: () => setCrowdControl(id, { slowMinutes }), failed: FAILED })
        }
      />
    </>
  )
}

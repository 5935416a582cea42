import { useState } from 'react'
import { CROWD_CONTROL } from '#contract/posts.constants.ts'
import { counted } from '#contract/plural.ts'
import {
  setCrowdControl,
  useCrowdControls,
} from '#client/features/posts/data/crowd-control/crowd-control.store.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Radios } from '#client/ui/Radios.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { submitted } from '#client/ui/submitted.ts'
import { PaceSelect, type Pace } from './PaceSelect.tsx'
import { CrowdControlCard } from './CrowdControlCards.tsx'

export interface CrowdControlDialogProps {
  post: { id: string }
  open: boolean
  onClose: () => void
}

/** Crowd control of the viewer's own post: called by hand, or what it does while it lasts. */
export const CrowdControlDialog = ({ post, open, onClose }: CrowdControlDialogProps) => {
  const [crowdControl] = useCrowdControls(post.id)
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title="Plunger Mode"
      description="You get one summary at the end instead of many notifications. For a drop that overflows."
    >
      {crowdControl ? (
        <CrowdControlCard crowdControl={crowdControl} />
      ) : (
        <CrowdControlForm postId={post.id} onClose={onClose} />
      )}
    </Dialog>
  )
}

type Hours = (typeof CROWD_CONTROL.hours)[number]

const CrowdControlForm = ({ postId, onClose }: { postId: string; onClose: () => void }) => {
  const [hours, setHours] = useState<Hours>(1)
  const [strangersPaused, setPaused] = useState(false)
  const [slowMinutes, setSlow] = useState<Pace | null>(null)
  const { run, pending } = useWrite()
  const call = async () => {
    const called = await run({
      write: () => setCrowdControl(postId, { hours, strangersPaused, slowMinutes }),
      done: 'The plunger is at work',
      failed: 'Failed to call the plunger',
    })
    if (called) onClose()
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submitted(call)}>
      <Radios
        label="For how long?"
        options={CROWD_CONTROL.hours.map((one) => ({
          value: String(one),
          label: counted(one, 'hour'),
        }))}
        value={String(hours)}
        onChange={(value) => setHours(CROWD_CONTROL.hours.find((one) => String(one) === value) ?? 1)}
      />
      <Switch
        label="Pause strangers"
        hint="Only people you follow can comment."
        checked={strangersPaused}
        onChange={({ target }) => setPaused(target.checked)}
      />
      <PaceSelect value={slowMinutes} onChange={setSlow} />
      <div className="flex justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Calling...">
          Call the plunger
        </Button>
      </div>
    </form>
  )
}

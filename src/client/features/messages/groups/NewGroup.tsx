import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { LIMITS } from '#contract/limits.ts'
import type { ActorView } from '#contract/people.ts'
import { isVisible } from '#contract/text.ts'
import { createGroup } from '#client/features/messages/data/groups.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Sheet } from '#client/ui/Sheet.tsx'
import { ChoosePeople } from './choose-people.tsx'
import { randomId } from '#client/ui/random-id.ts'
import { submitted } from '#client/ui/submitted.ts'

export interface NewGroupProps {
  open: boolean
  onClose: () => void
}

/** Makes a group: a name, and people. */
export const NewGroup = ({ open, onClose }: NewGroupProps) => (
  <Sheet
    open={open}
    onOpenChange={(stays) => !stays && onClose()}
    title="New group"
    description="Up to 50 people in one stall meeting. People who do not accept messages from you can join by link."
    size="sm"
  >
    <Content onClose={onClose} />
  </Sheet>
)

const Content = ({ onClose }: Pick<NewGroupProps, 'onClose'>) => {
  const navigate = useNavigate()
  const { run, pending } = useWrite()
  const [clientId] = useState(() => randomId())
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly ActorView[]>([])
  const make = () =>
    run({
      write: async () => {
        const { id } = await createGroup({ name, memberIds: chosen.map((one) => one.id), clientId })
        onClose()
        void navigate(`/messages?conversation=${id}`)
      },
      failed: 'Failed to create the group',
    })
  return (
    <form className="flex flex-col gap-4" onSubmit={submitted(make)}>
      <Field label="Name">
        <Input
          maxLength={LIMITS.groupName}
          value={name}
          placeholder="Night shift"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <ChoosePeople chosen={chosen} onChange={setChosen} />
      <Button
        type="submit"
        variant="primary"
        disabled={!isVisible(name)}
        pending={pending}
        pendingLabel="Gathering..."
      >
        Call the meeting
      </Button>
    </form>
  )
}

import { UsersRound } from 'lucide-react'
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
import { Link } from '#client/ui/Link.tsx'
import { ChoosePeople, FindPeople } from './groups/choose-people.tsx'
import { PersonLine } from './groups/PersonLine.tsx'
import { randomId } from '#client/ui/random-id.ts'
import { submitted } from '#client/ui/submitted.ts'

export interface NewMessageProps {
  open: boolean
  onClose: () => void
}

/** Begins a conversation: with a person who is chosen, or with a new group. */
export const NewMessage = ({ open, onClose }: NewMessageProps) => {
  const [isGroup, setGroup] = useState(false)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    // It keeps its content while it closes.
    if (open) setGroup(false)
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={isGroup ? 'New group' : 'New message'}
      description={
        isGroup
          ? 'Up to 50 people in one stall meeting. People who do not accept messages from you can join by link.'
          : undefined
      }
      size="sm"
    >
      {isGroup ? <Group onClose={onClose} /> : <ToPerson onGroup={() => setGroup(true)} onClose={onClose} />}
    </Sheet>
  )
}

const ToPerson = ({ onGroup, onClose }: { onGroup: () => void; onClose: () => void }) => (
  <div className="flex flex-col gap-3">
    <Button icon={<UsersRound />} className="self-start" onClick={onGroup}>
      New group
    </Button>
    <FindPeople without={[]}>
      {(person) => (
        <PersonLine
          key={person.id}
          person={person}
          name={
            <Link
              to={`/messages?user=${person.id}`}
              className="after:absolute after:inset-0 after:content-['']"
              onClick={onClose}
            >
              {person.displayName}
            </Link>
          }
        />
      )}
    </FindPeople>
  </div>
)

const Group = ({ onClose }: { onClose: () => void }) => {
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
          autoFocus
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

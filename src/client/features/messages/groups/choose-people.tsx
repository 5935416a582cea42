import { Search, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { ActorView } from '#contract/people.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useConversationIds } from '#client/features/messages/data/conversation-lists.ts'
import { conversationOf } from '#client/features/messages/data/conversations.store.ts'
import { followsOf } from '#client/features/people/data/users/people.lists.ts'
import { useNamedPeople } from '#client/features/people/lists/useNamedPeople.ts'
import { usePeople } from '#client/features/people/lists/usePeople.ts'
import { Button } from '#client/ui/Button.tsx'
import { Input } from '#client/ui/Input.tsx'
import { PersonLine } from './PersonLine.tsx'

interface FindPeopleProps {
  /** Ids of those who are not offered, besides the viewer. */
  without: readonly string[]
  /** The line of a person. */
  children: (person: ActorView) => ReactNode
}

/** Offers people: those of the newest conversations, then those whom the viewer follows, and whoever a name finds. */
export const FindPeople = ({ without, children }: FindPeopleProps) => {
  const viewer = useRequiredViewer()
  const [term, setTerm] = useState('')
  const known = useKnownPeople(viewer.id)
  const words = term.trim()
  const found = useNamedPeople(words)
  const hidden = new Set([viewer.id, ...without])
  const people = (words === '' ? known : found).filter(({ id }) => !hidden.has(id))
  return (
    <>
      <Input
        type="search"
        aria-label="Search for people"
        placeholder="Search for people"
        maxLength={LIMITS.searchQuery}
        autoComplete="off"
        lead={<Search />}
        value={term}
        onChange={(event) => setTerm(event.target.value)}
      />
      <ul className="max-h-64 min-h-32 overflow-y-auto" aria-label="People">
        {people.map(children)}
        {people.length === 0 && (
          <li className="py-4 text-center text-sm text-ink-faint">
            {words === '' ? 'You do not know anybody yet. Search for a name.' : 'Nobody by that name.'}
          </li>
        )}
      </ul>
    </>
  )
}

/** Those of the newest conversations who can be written to, and the first ones whom the viewer follows. */
function useKnownPeople(viewerId: string): ActorView[] {
  const recent = useConversationIds().flatMap((id) => {
    const conversation = conversationOf(id)
    return conversation?.can.send && !conversation.group ? conversation.participants : []
  })
  const { rows, ids } = usePeople(followsOf(viewerId, 'following'))
  const followed = rows.filter(({ id }) => ids.includes(id))
  return [...new Map([...recent, ...followed].map((person) => [person.id, person])).values()]
}

interface ChoosePeopleProps {
  chosen: readonly ActorView[]
  onChange: (chosen: readonly ActorView[]) => void
  /** Who cannot be chosen: the members. */
  without?: readonly string[]
}

/** Chooses several people. */
export const ChoosePeople = ({ chosen, onChange, without = [] }: ChoosePeopleProps) => (
  <div className="flex flex-col gap-3">
    {chosen.length > 0 && (
      <ul className="flex flex-wrap gap-2" aria-label="Chosen">
        {chosen.map((person) => (
          <li key={person.id}>
            <Button
              size="sm"
              icon={<X />}
              aria-label={`Leave out ${person.displayName}`}
              onClick={() => onChange(chosen.filter(({ id }) => id !== person.id))}
            >
              {person.displayName}
            </Button>
          </li>
        ))}
      </ul>
    )}
    <FindPeople without={[...without, ...chosen.map(({ id }) => id)]}>
      {(person) => (
        <PersonLine key={person.id} person={person}>
          <Button
            size="sm"
            aria-label={`Choose ${person.displayName}`}
            onClick={() => onChange([...chosen, person])}
          >
            Choose
          </Button>
        </PersonLine>
      )}
    </FindPeople>
  </div>
)

import { useState } from 'react'
import { Search, X } from 'lucide-react'
import { LIMITS } from '#contract/limits.ts'
import type { ActorView } from '#contract/people.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useConversationIds } from '#client/features/messages/data/conversation-lists.ts'
import { conversationOf } from '#client/features/messages/data/conversations.store.ts'
import { useNamedPeople } from '#client/features/people/lists/useNamedPeople.ts'
import { Button } from '#client/ui/Button.tsx'
import { Input } from '#client/ui/Input.tsx'
import { PersonLine } from './PersonLine.tsx'

interface ChoosePeopleProps {
  chosen: readonly ActorView[]
  onChange: (chosen: readonly ActorView[]) => void
  /** Who cannot be chosen: the members. */
  without?: readonly string[]
}

/** Chooses people: those of the newest conversations, and whoever a name finds. */
export const ChoosePeople = ({ chosen, onChange, without = [] }: ChoosePeopleProps) => {
  const viewer = useRequiredViewer()
  const [term, setTerm] = useState('')
  const recent = useRecentPeople(viewer.id)
  const found = useNamedPeople(term.trim())
  const ids = new Set(chosen.map(({ id }) => id))
  const people = (term.trim() === '' ? recent : found).filter(
    ({ id }) => id !== viewer.id && !without.includes(id) && !ids.has(id),
  )
  return (
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
        {people.map((person) => (
          <PersonLine key={person.id} person={person}>
            <Button
              size="sm"
              aria-label={`Choose ${person.displayName}`}
              onClick={() => onChange([...chosen, person])}
            >
              Choose
            </Button>
          </PersonLine>
        ))}
        {people.length === 0 && (
          <li className="py-4 text-center text-sm text-ink-faint">Nobody by that name.</li>
        )}
      </ul>
    </div>
  )
}

const useRecentPeople = (viewerId: string): ActorView[] =>
  useConversationIds().flatMap((id) => {
    const conversation = conversationOf(id)
    return conversation?.can.send && !conversation.group
      ? conversation.participants.filter((one) => one.id !== viewerId)
      : []
  })

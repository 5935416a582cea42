import { Search } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { conversationOf } from '#client/features/messages/data/conversations.store.ts'
import { Input } from '#client/ui/Input.tsx'
import { useHydrating } from '#client/ui/useHydrating.ts'

/** A filter of conversations by the other person's name or handle (product section 2). */
export function useNameFilter(viewerId: string) {
  const [term, setTerm] = useState('')
  return { term, setTerm, isMatch: (id: string) => matches(id, viewerId, term) }
}

export const NameFilter = ({ term, onChange }: { term: string; onChange: (term: string) => void }) => {
  const hydrating = useHydrating()
  return (
    <div className="px-4 py-3">
      <Input
        type="search"
        maxLength={LIMITS.searchQuery}
        aria-label="Search conversations"
        placeholder="Search conversations"
        lead={<Search />}
        value={term}
        // What is typed before the page is hydrated would be lost.
        readOnly={hydrating}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function matches(id: string, viewerId: string, term: string): boolean {
  const wanted = term.trim().toLocaleLowerCase().replace(/^@/, '')
  const person = conversationOf(id)?.participants.find((one) => one.id !== viewerId)
  return (
    !wanted ||
    (person ? `${person.displayName}\n${person.handle}`.toLocaleLowerCase().includes(wanted) : false)
  )
}

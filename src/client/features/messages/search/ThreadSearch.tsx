import { Search, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { LIMITS } from '#contract/limits.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Input } from '#client/ui/Input.tsx'
import { FoundMessages } from './FoundMessages.tsx'

export interface ThreadSearchProps {
  conversationId: string
  viewerId: string
  name: string
}

/** In place of a thread: the search in it. What is typed is in the address, so that Back from a result finds it. */
export const ThreadSearch = ({ conversationId, viewerId, name }: ThreadSearchProps) => {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const [term, setTerm] = useState(params.get('find') ?? '')
  const type = (text: string) => {
    setTerm(text)
    setParams({ conversation: conversationId, find: text }, { replace: true })
  }
  const close = () => void navigate(`/messages?conversation=${conversationId}`, { replace: true })
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The browser would empty the field, and that would be a new search.
    event.preventDefault()
    close()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-2 px-4 py-3">
        <Input
          type="search"
          // The person has just chosen to search.
          autoFocus
          className="flex-1"
          aria-label={`Search the messages with ${name}`}
          placeholder="Search this conversation"
          maxLength={LIMITS.searchQuery}
          autoComplete="off"
          lead={<Search />}
          value={term}
          onChange={(event) => type(event.target.value)}
          onKeyDown={closeByEscape}
        />
        <IconButton label="Close the search" icon={<X />} onClick={close} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {term.trim() === '' ? (
          <p className="px-4 py-3 text-sm text-ink-faint">
            Search for whole words. You can add from:handle, has:media, before:2026-11-23 or after:2026-11-23.
          </p>
        ) : (
          <FoundMessages viewerId={viewerId} term={term} conversationId={conversationId} />
        )}
      </div>
    </div>
  )
}

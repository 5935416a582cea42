import { Search } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import type { ActorView } from '#contract/people.ts'
import { isVisible } from '#contract/text.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useConversationIds } from '#client/features/messages/data/conversation-lists.ts'
import { conversationOf } from '#client/features/messages/data/conversations.store.ts'
import { sendMessage, toastNotSent } from '#client/features/messages/data/outbox.actions.ts'
import { conversationsOf } from '#client/features/messages/data/messages.lists.ts'
import { useList } from '#client/live/list/use-list.ts'
import { fetchPeople } from '#client/features/people/data/users/users.actions.ts'
import { PeopleSkeleton } from '#client/features/people/lists/PeopleSkeleton.tsx'
import { QuoteSlot } from '#client/features/posts/card/QuoteSlot.tsx'
import { countShare } from '#client/features/posts/card/share-actions.ts'
import { postLink } from '#client/features/posts/card/share-links.ts'
import { usePauseDrops } from '#client/features/posts/data/drops-pause.store.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { WritingArea } from '#client/features/writing/WritingArea.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Sheet } from '#client/ui/Sheet.tsx'
import { SOMETHING_WENT_WRONG } from '#client/ui/toast.ts'
import './SendPost.css'
import { randomId } from '#client/ui/random-id.ts'

export interface SendPostProps {
  post: ShownPost
  open: boolean
  onClose: () => void
}

/** Sends a post to people as a message: its link, which the thread shows as a card. */
export const SendPost = ({ post, open, onClose }: SendPostProps) => {
  usePauseDrops(open)
  return (
    <Sheet open={open} onOpenChange={(stays) => !stays && onClose()} title="Send in a message" size="sm">
      <Content post={post} />
    </Sheet>
  )
}

/** The link and the line before it fit into a message. */
const MAX_WORDS = LIMITS.message - 200

const Content = ({ post }: { post: ShownPost }) => {
  const [words, setWords] = useState('')
  const [term, setTerm] = useState('')
  const wordsId = useId()
  const send: Send = (person, clientId) => sendTo({ person, post, words, clientId })
  return (
    <>
      <QuoteSlot id={post.id} />
      <label htmlFor={wordsId} className="sr-only">
        Words with it
      </label>
      <WritingArea
        id={wordsId}
        className="mt-3"
        rows={1}
        maxRows={4}
        maxLength={MAX_WORDS}
        placeholder="Say something (optional)"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className="mt-3">
        <Input
          type="search"
          aria-label="Search people"
          placeholder="Search people"
          lead={<Search />}
          value={term}
          onChange={({ target }) => setTerm(target.value)}
        />
      </div>
      <div className="s-send-people">
        {isVisible(term) ? <Found term={term} onSend={send} /> : <Recent onSend={send} />}
      </div>
    </>
  )
}

interface Message {
  person: ActorView
  post: ShownPost
  words: string
  clientId: string
}

async function sendTo({ person, post, words, clientId }: Message): Promise<boolean> {
  const content = [words.trim(), postLink(post)].filter(Boolean).join('\n')
  const { outcome } = sendMessage({ clientId, receiverId: person.id, content })
  const end = await outcome
  if (end.ok) void countShare(post)
  else toastNotSent(end)
  return end.ok
}

/** A repeated clientId is the same message (LIVE L5). Resolves to whether the server has it. */
type Send = (person: ActorView, clientId: string) => Promise<boolean>

interface PeopleProps {
  onSend: Send
}

/** The people of the newest conversations. */
const Recent = ({ onSend }: PeopleProps) => {
  const viewer = useRequiredViewer()
  const { loading } = useList(conversationsOf('list'))
  const people = useConversationIds().flatMap((id) => {
    const conversation = conversationOf(id)
    if (!conversation?.can.send) return []
    return conversation.participants.filter((one) => one.id !== viewer.id)
  })
  if (loading) return <PeopleSkeleton label="Loading your conversations..." rows={3} compact />
  return people.length === 0 ? (
    <p className="s-send-none">You have no conversations yet. Search for a person.</p>
  ) : (
    <People people={people} onSend={onSend} />
  )
}

const Found = ({ term, onSend }: PeopleProps & { term: string }) => {
  const viewer = useRequiredViewer()
  const wanted = useDeferredValue(term.trim())
  const { data, isError } = useQuery({
    queryKey: ['people', viewer.id, 'send', wanted],
    queryFn: ({ signal }) => fetchPeople(wanted, undefined, signal),
    placeholderData: (before) => before,
  })
  if (isError) return <p className="s-send-none">{SOMETHING_WENT_WRONG}</p>
  if (!data) return <PeopleSkeleton label="Searching..." rows={3} compact />
  const people = data.filter(({ id }) => id !== viewer.id)
  return people.length === 0 ? (
    <p className="s-send-none">No users found</p>
  ) : (
    <People people={people} onSend={onSend} />
  )
}

const People = ({ people, onSend }: PeopleProps & { people: readonly ActorView[] }) => (
  <ul>
    {people.map((person) => (
      <Row key={person.id} person={person} onSend={onSend} />
    ))}
  </ul>
)

const Row = ({ person, onSend }: PeopleProps & { person: ActorView }) => {
  const [clientId] = useState(() => randomId())
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const send = async () => {
    setState('sending')
    setState((await onSend(person, clientId)) ? 'sent' : 'idle')
  }
  return (
    <li className="flex items-center gap-3 py-2">
      <Avatar name={person.displayName} seed={person.handle} src={person.avatarUrl} size={40} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="one-line font-semibold">
          {person.displayName}
        </p>
        <p className="one-line text-sm text-ink-faint">@{person.handle}</p>
      </div>
      <Button
        size="sm"
        className="min-w-20"
        variant={state === 'sent' ? 'quiet' : 'primary'}
        aria-label={state === 'idle' ? `Send to ${person.displayName}` : undefined}
        pending={state === 'sending'}
        pendingLabel="Sending..."
        disabled={state === 'sent'}
        onClick={() => void send()}
      >
        {state === 'sent' ? 'Sent' : 'Send'}
      </Button>
    </li>
  )
}

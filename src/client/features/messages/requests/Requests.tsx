import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft, Ban, Check, Flag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PAGE } from '#contract/limits.ts'
import type { ConversationView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { useConversationIds } from '#client/features/messages/data/conversations.store.ts'
import { ConversationRow } from '#client/features/messages/ConversationRow.tsx'
import { ConversationListSkeleton } from '#client/features/messages/InboxSkeletons.tsx'
import { Report } from '#client/features/moderation/report/Report.tsx'
import { BlockDialog } from '#client/features/people/relations/BlockDialog.tsx'
import { isUnchangedAtReady } from '#client/live/connection.store.ts'
import { onResync, type ResyncCause } from '#client/live/registry.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { CountBadge } from '#client/ui/CountBadge.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { decide, loadRequests, requestsReadAt } from './requests.store.ts'

/** The pages of the shelf that are loaded. The records are in the store of conversations. */
function useRequestPages() {
  const pages = useInfiniteQuery({
    queryKey: ['/api/messages/requests'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const page = await loadRequests(pageParam)
      return { next: page.length < PAGE.conversations ? undefined : page.at(-1)?.lastMessage?.createdAt }
    },
    getNextPageParam: ({ next }) => next,
  })
  useEffect(() => onResync('requests', catchUp), [])
  return pages
}

async function catchUp(cause?: ResyncCause): Promise<void> {
  if (!isUnchangedAtReady(cause, requestsReadAt())) await loadRequests()
}

/** Leads to the shelf while somebody waits there. */
export const RequestsLink = () => {
  useRequestPages()
  const count = useConversationIds('waiting').length
  if (count === 0) return null
  return (
    <ButtonLink to="/messages?requests=all" size="sm" variant="ghost" className="-me-3">
      <span className="flex items-center gap-1.5">
        Requests <CountBadge count={count} label="waiting" cap="wide" />
      </span>
    </ButtonLink>
  )
}

interface RequestShelfProps {
  viewerId: string
  currentId: string | null
}

/** What strangers have written, newest first (LIVE L37). */
export const RequestShelf = ({ viewerId, currentId }: RequestShelfProps) => {
  const pages = useRequestPages()
  const ids = useConversationIds('waiting')
  return (
    <section aria-labelledby="requests">
      <div className="flex flex-col items-start gap-1 px-4 py-3">
        <ButtonLink to="/messages" size="sm" variant="ghost" icon={<ArrowLeft />} className="-ms-3">
          All conversations
        </ButtonLink>
        <h2 id="requests" className="font-display text-lg">
          Requests
        </h2>
        <p className="text-sm text-ink-soft">
          Strangers wait here. They see neither that you have read them nor when you are here.
        </p>
      </div>
      {pages.isPending && <ConversationListSkeleton />}
      {pages.isError && <ErrorState title="Failed to load requests" onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && ids.length === 0 && (
        <EmptyState mascot="guard" title="Nobody is waiting">
          Knocks of people you do not know arrive here.
        </EmptyState>
      )}
      <ul>
        {ids.map((id) => (
          <ConversationRow key={id} id={id} viewerId={viewerId} current={id === currentId} inShelf />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className="p-4 text-center">
          <Button pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Load older requests
          </Button>
        </div>
      )}
    </section>
  )
}

export interface RequestBarProps {
  conversationId: string
  person: ActorView
  state: NonNullable<ConversationView['request']>
}

/** Above the field of a request: what the viewer can do with it. An answer accepts it. */
export const RequestBar = ({ conversationId, person, state }: RequestBarProps) => {
  const navigate = useNavigate()
  const { pending, run } = useWrite()
  const [asks, setAsks] = useState<'report' | 'block' | null>(null)
  const accept = () =>
    run({ write: () => decide(conversationId, 'accept'), failed: 'Failed to accept the request' })
  const decline = () =>
    run({
      write: () => decide(conversationId, 'decline'),
      done: 'Request declined',
      failed: 'Failed to decline the request',
    })
  const leave = () => void navigate('/messages?requests=all')
  const close = () => setAsks(null)
  return (
    <div className="flex flex-col gap-3 border-t border-hairline p-4 text-sm">
      <p className="text-ink-soft">
        {state === 'waiting'
          ? `${person.displayName} is new to you. Until you accept or answer, they see neither that you have read this nor when you are here.`
          : 'You have declined this. Your answer lets them in after all.'}
      </p>
      <div className="flex flex-wrap gap-x-1 gap-y-2">
        <Button size="sm" variant="primary" icon={<Check />} pending={pending} onClick={() => void accept()}>
          Accept
        </Button>
        {state === 'waiting' && (
          <Button
            size="sm"
            pending={pending}
            onClick={() => void decline().then((declined) => declined && leave())}
          >
            Decline
          </Button>
        )}
        <Button size="sm" variant="ghost" icon={<Flag />} onClick={() => setAsks('report')}>
          Report
        </Button>
        <Button size="sm" variant="ghost" icon={<Ban />} onClick={() => setAsks('block')}>
          Block
        </Button>
      </div>
      <Report
        reported={{ type: 'user', id: person.id, name: `@${person.handle}` }}
        open={asks === 'report'}
        onClose={close}
      />
      <BlockDialog
        person={person}
        open={asks === 'block'}
        onClose={close}
        onBlocked={() => void decline().then(leave)}
      />
    </div>
  )
}

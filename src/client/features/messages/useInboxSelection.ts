import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ConversationView, ConversationWith } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { useConversationIdWith } from '#client/features/messages/data/conversation-lists.ts'
import { useConversation } from '#client/features/messages/data/conversations.store.ts'
import { loadConversationWith } from '#client/features/messages/data/messages.actions.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { onResync } from '#client/live/registry.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'
import { shelfIn } from './shelf-path.ts'

/** The open conversation, or a person without one yet. */
export interface InboxSelection {
  conversationId: string | null
  person: ActorView
  can: ConversationWith['can']
  /** Of the receiver of a request. */
  request?: ConversationView['request'] | undefined
}

/**
 * The open thread is in the address: ?conversation={id}, or ?user={id} from a profile's Message button
 * (product section 2). The latter changes to the former when a conversation exists. With ?requests or ?archived
 * the list is that shelf. With ?join={token} it is an invitation to a group.
 */
export function useInboxSelection() {
  const [params, setParams] = useSearchParams()
  const viewer = useViewer()
  const hydrating = useHydrating()
  const userId = params.get('user')
  const token = hydrating ? null : params.get('join')
  const asked = params.get('conversation')
  // The viewer has left a group, or was removed, while its thread is open.
  const wasOpen = useRef<string | null>(null)
  // The other person may write first: then the conversation arrives by a push.
  const openId = useConversationIdWith(userId)
  // Shown before the address changes, so that the field keeps its text and focus.
  const conversation = useConversation(params.get('conversation') ?? openId ?? null)
  const withPerson = useQuery({
    queryKey: ['/api/messages/with', userId],
    queryFn: () => loadConversationWith(userId!),
    enabled: Boolean(userId),
    staleTime: 0,
  })
  const { refetch } = withPerson
  // No event announces who may be messaged before a conversation exists (LIVE L7, L19).
  useEffect(
    () =>
      userId ? onResync('written to', async () => void (await refetch({ throwOnError: true }))) : undefined,
    [userId, refetch],
  )
  useEffect(() => {
    if (openId) setParams({ conversation: openId }, { replace: true })
  }, [openId, setParams])

  const isOpen = conversation !== undefined
  useEffect(() => {
    if (isOpen) wasOpen.current = asked
    else if (asked && wasOpen.current === asked) setParams({}, { replace: true })
  }, [asked, isOpen, setParams])

  const other = conversation?.participants.find(({ id }) => id !== viewer?.id)
  const selection: InboxSelection | null =
    conversation && other
      ? {
          conversationId: conversation.id,
          person: other,
          can: conversation.can,
          request: conversation.request,
        }
      : userId && withPerson.data
        ? { conversationId: null, person: withPerson.data.person, can: withPerson.data.can }
        : null
  return {
    selection,
    unknownPerson: withPerson.isError,
    // The server renders the list: it does not know by which address it was asked.
    shelf: hydrating ? null : shelfIn(params),
    anyRequested: Boolean(userId ?? params.get('conversation') ?? token),
    /** Of an invitation link. */
    token,
  }
}

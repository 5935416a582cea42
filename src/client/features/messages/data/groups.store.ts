import { useEffect } from 'react'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { GroupMembersView } from '#contract/messages.groups.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { createCollection } from '#client/live/collection.ts'
import { api } from '#client/live/http.ts'
import { onResync, type LiveEvent } from '#client/live/registry.ts'

const groups = createCollection<GroupMembersView>({ limit: 50 })
export const useGroups = groups.use

/** The members of a group, while its thread is open; undefined until they are here. */
export function useGroupMembers(conversation: ConversationView | undefined): GroupMembersView | undefined {
  const id = conversation?.group ? conversation.id : null
  const rev = conversation?.group?.rev ?? 0
  useEffect(() => {
    if (!id) return
    // Without its code, or a browser that keeps nothing, the names come with the network.
    if (!groups.get(id)) showKept(id).catch(() => undefined)
    if (!isCurrent(id, rev)) loadMembers(id).catch(() => undefined) // the next resync repeats it
  }, [id, rev])
  useEffect(() => (id ? onResync(`members ${id}`, () => loadMembers(id)) : undefined), [id])
  return groups.use(({ records }) => (id ? records.get(id) : undefined))
}

const isCurrent = (id: string, rev: number): boolean => (groups.get(id)?.rev ?? -1) >= rev

/** Loads the members of a group that the page does not have, or has older. Throws ApiError. */
export async function loadNewMembers(conversation: ConversationView | undefined): Promise<void> {
  const { id, group } = conversation ?? {}
  if (id && group && !isCurrent(id, group.rev)) await loadMembers(id)
}

/** Shows the members that this browser has kept until the server's answer is here (LIVE L53). */
async function showKept(id: string): Promise<void> {
  const viewerId = currentViewer()?.id
  const { offlineMembers } = await import('./copy/offline-messages.ts')
  const kept = viewerId && (await offlineMembers(viewerId, id))
  if (kept && currentViewer()?.id === viewerId && !groups.get(id)) groups.put([kept])
}

/** Throws ApiError. */
async function loadMembers(id: string): Promise<void> {
  const answer = await api.get<GroupMembersView>(`/api/messages/groups/${id}/members`)
  const known = groups.get(id)
  if (known && known.rev > answer.rev) return
  // A position that came by a push while this was read is further on.
  const members = answer.members.map((member) => {
    const before = known?.members.find((one) => one.id === member.id)?.readSeq ?? 0
    return member.readSeq !== undefined && before > member.readSeq ? { ...member, readSeq: before } : member
  })
  groups.put([{ ...answer, members }])
}

type Written = Pick<MessageView, 'conversationId' | 'senderId' | 'seq'>
type Members = GroupMembersView['members']

function readersIn(group: GroupMembersView | undefined, { senderId, seq }: Written): Members | null {
  const readers = group?.members.filter(({ id, readSeq }) => id !== senderId && readSeq !== undefined) ?? []
  return readers.length === 0 ? null : readers.filter(({ readSeq = 0 }) => readSeq >= seq)
}

/** The members who have read a message; null where the viewer learns of nobody's reading. */
export const readersOf = (message: Written): Members | null =>
  readersIn(groups.get(message.conversationId), message)

/** The members who have read a message, as they are now. */
export const useReaders = (message: Written): Members =>
  readersIn(
    groups.use(({ records }) => records.get(message.conversationId)),
    message,
  ) ?? []

export const readBy = ({ length }: Members): string =>
  length === 0 ? 'Read by nobody yet' : `Read by ${length}`

/** How far a member has read; it never goes back. */
export function onGroupRead({ conversationId, userId, seq }: LiveEvent<'group:read'>): void {
  const known = groups.get(conversationId)
  if (!known) return
  const members = known.members.map((one) =>
    one.id === userId ? { ...one, readSeq: Math.max(one.readSeq ?? 0, seq) } : one,
  )
  groups.put([{ ...known, members }])
}

import { useEffect } from 'react'
import type { ConversationView } from '#contract/messages.ts'
import type { GroupMembersView } from '#contract/messages.groups.ts'
import { createCollection } from '#client/live/collection.ts'
import { api } from '#client/live/http.ts'
import { onResync, type LiveEvent } from '#client/live/registry.ts'

const groups = createCollection<GroupMembersView>({ limit: 50 })

/** The members of a group, while its thread is open; undefined until they are here. */
export function useGroupMembers(conversation: ConversationView | undefined): GroupMembersView | undefined {
  const id = conversation?.group ? conversation.id : null
  const rev = conversation?.group?.rev ?? 0
  useEffect(() => {
    if (id && (groups.get(id)?.rev ?? -1) < rev) loadMembers(id).catch(() => undefined) // the next resync repeats it
  }, [id, rev])
  useEffect(() => (id ? onResync(`members ${id}`, () => loadMembers(id)) : undefined), [id])
  return groups.use(({ records }) => (id ? records.get(id) : undefined))
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

/** How far a member has read; it never goes back. */
export function onGroupRead({ conversationId, userId, seq }: LiveEvent<'group:read'>): void {
  const known = groups.get(conversationId)
  if (!known) return
  const members = known.members.map((one) =>
    one.id === userId ? { ...one, readSeq: Math.max(one.readSeq ?? 0, seq) } : one,
  )
  groups.put([{ ...known, members }])
}

import type { GroupMembers, PushedPayload } from '#contract/events.ts'
import type { MessageView } from '#contract/messages.ts'
import { loadViewer } from '#server/features/people/users/viewers.service.ts'
import { bus, type DomainEvents } from '#server/platform/bus.ts'
import { membersOf } from '../members.service.ts'
import { readersOf, type MessageReader } from '../messages.policy.ts'
import { isInGroup } from '../visibility.ts'
import { acrossBlocks } from './groups.present.ts'

type GroupMessage = {
  [N in 'message:created' | 'message:updated']: { name: N; event: PushedPayload<N> }
}['message:created' | 'message:updated']

declare module '#server/platform/bus.ts' {
  interface DomainEvents {
    /** A message of a group as these members see it (LIVE L50). */
    'group:message': { to: readonly MessageReader[] } & GroupMessage
  }
}

/** A message as these members see it. */
interface Copy {
  to: readonly MessageReader[]
  message: MessageView
}

/**
 * Who gets a message of a group, and how: one copy for nearly all, and one for each member from whom a block hides
 * something of it. Nobody gets what was written before they may read. `known`: the members as whoever has
 * written it knows them.
 */
async function groupCopies(message: MessageView, known?: GroupMembers): Promise<Copy[]> {
  const members = known ? { after: known } : await membersOf(message.conversationId)
  // Words to a person whose account is erased name their conversation as well: their author is its only reader.
  if (members?.after === null) return [{ to: readersOf(message, { [message.senderId]: 0 }), message }]
  const readers = readersOf(message, members?.after ?? {})
  // A block hides in both directions, so those who have written know from whom.
  const writers = await Promise.all(
    [message.senderId, ...Object.keys(message.reactions ?? {})].map((id) => loadViewer(id)),
  )
  const hiddenFrom = (reader: string) =>
    writers.flatMap((writer) => (writer?.blocked.has(reader) ? writer.id : []))
  const concerned = readers.filter((reader) => hiddenFrom(reader).length > 0)
  return [
    { to: readers.filter((reader) => !concerned.includes(reader)), message },
    ...concerned.map((reader) => ({
      to: [reader],
      message: acrossBlocks(new Set(hiddenFrom(reader)), message),
    })),
  ]
}

type Written = DomainEvents['message:updated'] & Partial<DomainEvents['message:created']>

/** Tells the members of a group its messages, each of them as they may see them. Returns how to stop. */
export function tellGroups(): () => void {
  const stops = (['message:created', 'message:updated'] as const).map((name) =>
    bus.onLocal(name, async ({ members, forReceiver: _, ...event }: Written) => {
      if (!isInGroup(event.message)) return
      for (const { to, message } of await groupCopies(event.message, members))
        if (to.length > 0)
          bus.emit('group:message', {
            to,
            name,
            event: { ...event, message },
          } as DomainEvents['group:message'])
    }),
  )
  return () => stops.forEach((stop) => stop())
}

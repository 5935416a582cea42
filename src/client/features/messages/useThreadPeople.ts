import { useMemo } from 'react'
import type { GroupMembersView } from '#contract/messages.groups.ts'
import type { ActorView } from '#contract/people.ts'

export interface ThreadPeople {
  /** The name of somebody who is in the conversation, or was. */
  nameOf: (userId: string) => string
  /** In a group: the card beside somebody's bubbles. */
  authorOf: ((userId: string) => ActorView) | undefined
  /** Of a group, once they are here. */
  members: GroupMembersView['members'] | undefined
}

/** Who has written in a thread. `other`: the other person, or the group. `view`: its members, once they are here. */
export const useThreadPeople = (
  other: ActorView,
  isGroup: boolean,
  view: GroupMembersView | null,
): ThreadPeople =>
  useMemo(() => {
    const people = new Map([...(view?.former ?? []), ...(view?.members ?? [])].map((one) => [one.id, one]))
    const cardOf = (id: string): ActorView =>
      people.get(id) ?? {
        id,
        handle: 'deleted',
        displayName: view ? 'Deleted account' : 'Somebody',
        avatarUrl: null,
      }
    return {
      nameOf: (id) => (isGroup ? cardOf(id).displayName : other.displayName),
      authorOf: isGroup ? cardOf : undefined,
      members: view?.members,
    }
  }, [view, isGroup, other.displayName])

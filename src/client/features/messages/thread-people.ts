import type { GroupMembersView } from '#contract/messages.groups.ts'
import type { ActorView } from '#contract/people.ts'

/** Who has written in a thread. */
export interface ThreadPeople {
  /** The other person's, or the group's. */
  id: string
  /** The name of somebody who is in the conversation, or was. */
  nameOf: (userId: string) => string
  /** In a group: whether this page has the name of somebody. One who has just come is known a moment later. */
  isKnown?: (userId: string) => boolean
  /** In a group: the card beside somebody's bubbles. */
  authorOf?: (userId: string) => ActorView
  /** Of a group; `rev` rises with them, and not with what they read. */
  rev?: number
  members?: GroupMembersView['members']
}

import type { GroupMembers } from '#contract/events.ts'
import type { MessageView } from '#contract/messages.ts'
import { isInGroup, isWithin } from './visibility.ts'

declare const reads: unique symbol

/** The id of somebody who may read a message: to nobody else it is pushed. */
export type MessageReader = string & { readonly [reads]: true }

/** Those among these people who may read a message. */
export const readersOf = (message: { seq: number }, people: GroupMembers): readonly MessageReader[] =>
  Object.keys(people).filter((id): id is MessageReader => isWithin({ after: people[id]! }, message))

/** Both people of a conversation of two. The receiver is first: the sender's page shows the message already. */
export const bothReaders = (
  message: Pick<MessageView, 'seq' | 'senderId' | 'receiverId' | 'conversationId'>,
): readonly MessageReader[] =>
  isInGroup(message) ? [] : readersOf(message, { [message.receiverId]: 0, [message.senderId]: 0 })

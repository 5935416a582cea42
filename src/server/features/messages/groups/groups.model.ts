import type { Types } from 'mongoose'
import type { GroupEvent } from '#contract/messages.groups.ts'
import type { Disappearing } from '#contract/messages.ts'

/** What a group has besides its conversation. It changes together with `lastSeq`, by a line in the thread. */
export interface GroupFields {
  name: string
  /** The address of a picture, and who has uploaded it. */
  picture?: { url: string; by: Types.ObjectId }
  admins: Types.ObjectId[]
  showsHistory?: true
  /** Who was a member. What they have written stays until their account is erased. */
  former?: Types.ObjectId[]
  invite?: { hash: string; by: Types.ObjectId }
  /** Up to where mentions were looked for. */
  looked?: number
  /** Rises with what the list of members shows. */
  rev: number
}

/** A line of a thread instead of words. */
export type NoticeFields =
  | { disappearing: Disappearing | null }
  | { event: GroupEvent; who?: Types.ObjectId[]; name?: string }

/** The notification of somebody whom a message mentions has this key. */
export const mentionKey = (messageId: Types.ObjectId): string => `group-mention:${messageId.toHexString()}`

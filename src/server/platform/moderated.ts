import type { Types } from 'mongoose'
import type { ReportedMediaView } from '#contract/moderation.ts'
import type { Transaction } from './mongo/transaction.ts'
import type { Viewer } from './viewer.ts'

/** A reported thing as the reporter met it: it may be reworded or deleted before anybody looks. */
export interface ReportedThing {
  /** Who wrote it; the person themselves when that is what was reported. */
  ownerId: Types.ObjectId
  text: string
  mediaUrl: string | null
  /** Where it can be seen; null for messages, which nobody but their two people sees. */
  path: string | null
}

/** A thing as an admin sees it beside a report. */
export interface ShownThing {
  text: string | null
  media: ReportedMediaView | null
}

/** How a thing is hidden for as long as its removal can be appealed. `D` is its document. */
interface Hiding<D> {
  /** Hides it and answers its document; null when it does not exist. */
  takeOut(tx: Transaction, id: string): Promise<D | null>
  putBack(tx: Transaction, document: D): Promise<unknown>
  /** Ends what the hidden document still refers to: nobody can bring it back any more. */
  forget(tx: Transaction, document: D): Promise<void>
  shown(document: D): ShownThing
}

/** What a domain tells moderation about one kind of its things. */
export interface ModeratedKind {
  /**
   * Finds what somebody reports as they may meet it. Throws 404: nobody learns of a thing by reporting it.
   */
  find(viewer: Viewer, id: string): Promise<ReportedThing>
  /** As it is now; null when it does not exist, or is hidden. */
  current(id: string): Promise<ShownThing | null>
  /** Absent for what cannot be removed. */
  hiding?: Hiding<object>
  /** The lock that writes to this thing wait for. */
  lock?(id: string): string
}

// The documents of a kind go back only where they came from.
export const hiding = <D extends object>(given: Hiding<D>): Hiding<object> => given

/**
 * Publishes what waited for review, as its author wrote it. Answers the id of the post on which it stands.
 * Throws 404 when that is gone.
 */
export type Release = (
  author: Viewer,
  postId: string | null,
  input: Record<string, unknown>,
) => Promise<string>

import type { Types } from 'mongoose'
import type { ReportedMediaView } from '#contract/moderation.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/** A reported thing as the reporter saw it: it may change or be deleted later. */
export interface ReportedThing {
  /** Its author; the person itself when a person was reported. */
  ownerId: Types.ObjectId
  text: string
  mediaUrl: string | null
  /** Its page; null for messages, which only their two people see. */
  path: string | null
}

/** A thing as an admin sees it beside a report. */
export interface ShownThing {
  text: string | null
  media: ReportedMediaView | null
}

/** How a thing is hidden while its removal can be appealed. `D` is its document. */
interface Hiding<D> {
  /** Hides it and returns its document; null when it does not exist. */
  hide(tx: Transaction, id: string): Promise<D | null>
  restore(tx: Transaction, document: D): Promise<unknown>
  /** Releases what the hidden document refers to: it can no longer be restored. */
  purge(tx: Transaction, document: D): Promise<void>
  shown(document: D): ShownThing
}

/** How moderation works with one kind of a domain's things. */
export interface ModeratedKind {
  /** Finds the reported thing as the reporter may see it. Throws 404: a report reveals nothing. */
  find(viewer: Viewer, id: string): Promise<ReportedThing>
  /** Its current state; null when it does not exist or is hidden. */
  current(id: string): Promise<ShownThing | null>
  /** Absent when it cannot be removed. */
  hiding?: Hiding<object>
  /** The lock of writes to this thing. */
  lock?(id: string): string
}

// The documents of a kind go back only where they came from.
export const hiding = <D extends object>(given: Hiding<D>): Hiding<object> => given

/**
 * Publishes a held text as its author wrote it. Returns the id of its post. Throws 404 when that was deleted.
 */
export type Release = (
  author: Viewer,
  postId: string | null,
  input: Record<string, unknown>,
) => Promise<string>

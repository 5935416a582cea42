import { isVisible } from '#contract/text.ts'
import {
  retryUpload,
  uploadArrival,
  uploadUsed,
  uploadsReopened,
} from '#client/features/media/data/uploads.actions.ts'
import { uploadOf } from '#client/features/media/data/uploads.store.ts'
import { dropOutgoing, outgoingOf, putOutgoing } from './outbox.store.ts'
import type { OutgoingMessage } from './outbox.store.ts'

/** The key of a message's file in the uploads. */
export const outgoingSlot = (uploadId: string): string => `sent:${uploadId}`

/**
 * Waits until the server has the file of a message, and adds it to the message's bubble. Null when there is
 * nothing left to send. `again`: the person pressed Retry. Throws an Error whose message can be shown.
 */
export async function arrivalFor(clientId: string, again: boolean): Promise<OutgoingMessage | null> {
  await uploadsReopened()
  const entry = outgoingOf(clientId)
  if (!entry?.upload) return null
  const { id, altText } = entry.upload
  if (!uploadOf(id)) return withoutFile(entry)
  if (again) retryUpload(id)
  const view = await uploadArrival(id).catch(() => {
    const failed = uploadOf(id)
    if (failed) throw new Error(failed.sentence ?? '')
    return null
  })
  if (!outgoingOf(clientId)) return null // removed meanwhile
  if (!view) return withoutFile(entry)
  uploadUsed(id)
  const arrived = { ...entry, media: { view, altText } }
  putOutgoing(arrived)
  return arrived
}

/** The server has refused the message, or still waits for its file. */
export const canDiscard = ({ state, upload, media }: OutgoingMessage): boolean =>
  state === 'failed' || (upload !== undefined && !media)

// The file was removed meanwhile: Retry sends the text without it.
function withoutFile({ upload: _, ...entry }: OutgoingMessage): null {
  if (isVisible(entry.content)) putOutgoing({ ...entry, state: 'failed', sentence: 'Its file is gone.' })
  else dropOutgoing(entry.clientId)
  return null
}

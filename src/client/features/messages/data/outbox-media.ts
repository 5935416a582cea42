import { isVisible } from '#contract/text.ts'
import {
  retryUpload,
  uploadArrival,
  uploadUsed,
  uploadsReopened,
} from '#client/features/media/data/uploads.actions.ts'
import { uploadOf } from '#client/features/media/data/uploads.store.ts'
import { dropOutgoing, isUploading, outgoingOf, putOutgoing } from './outbox.store.ts'
import type { OutgoingFile, OutgoingMessage } from './outbox.store.ts'

/** The key of a message's file in the uploads. */
export const outgoingSlot = (uploadId: string): string => `sent:${uploadId}`

/**
 * Waits until the server has the files of a message, and adds them to its bubble. Null when there is nothing left to
 * send. `again`: the person pressed Retry. Throws an Error whose message can be shown.
 */
export async function arrivalFor(clientId: string, again: boolean): Promise<OutgoingMessage | null> {
  await uploadsReopened()
  const entry = outgoingOf(clientId)
  if (!entry?.files) return null
  if (again)
    for (const { id, view } of entry.files) if (!view && uploadOf(id)?.phase === 'failed') retryUpload(id)
  const files = (await Promise.all(entry.files.map(arrived))).filter((file) => file !== null)
  if (!outgoingOf(clientId)) return null // removed meanwhile
  if (files.length < entry.files.length) return withFewer(entry, files)
  for (const { id } of files) uploadUsed(id)
  const whole = { ...entry, files }
  putOutgoing(whole)
  return whole
}

/** Null when the file was removed. */
async function arrived(file: OutgoingFile): Promise<OutgoingFile | null> {
  if (file.view) return file
  if (!uploadOf(file.id)) return null
  try {
    return { ...file, view: await uploadArrival(file.id) }
  } catch {
    const failed = uploadOf(file.id)
    if (failed) throw new Error(failed.sentence ?? '')
    return null
  }
}

/** The server has refused the message, or still waits for its files. */
export const canDiscard = (entry: OutgoingMessage): boolean => entry.state === 'failed' || isUploading(entry)

// Some were removed meanwhile: Retry sends the message without them.
function withFewer(entry: OutgoingMessage, files: readonly OutgoingFile[]): null {
  const { files: before = [], ...words } = entry
  if (files.length === 0 && !isVisible(entry.content)) dropOutgoing(entry.clientId)
  else
    putOutgoing({
      ...words,
      ...(files.length > 0 && { files }),
      state: 'failed',
      sentence: before.length > 1 ? 'Some of its files are missing.' : 'Its file is gone.',
    })
  return null
}

import type { Types } from 'mongoose'
import type { MediaPurpose } from '#contract/media.ts'
import { isStaff, type Viewer } from '#server/platform/viewer.ts'
import { isSigned, sign } from '#server/platform/keys.ts'
import { clock } from '#server/platform/clock.ts'
import type { MediaDocument, UseKind } from './media.model.ts'
import { mediaUrlOf } from './media.present.ts'

type Kept = Pick<MediaDocument, 'ownerId' | 'usedBy'>

/** Whether something public shows it: then browsers may cache it. */
export const isPublicMedia = ({ usedBy }: Pick<Kept, 'usedBy'>): boolean =>
  usedBy.some(({ people }) => !people)

/** The owner; the two people of a message; everybody, when something public shows it. */
export function canSeeMedia(viewer: Viewer | null, media: Kept): boolean {
  if (isPublicMedia(media)) return true
  if (!viewer) return false
  // Admins and moderators also see reported and queued media while they are hidden; messages stay private.
  if (isStaff(viewer) && media.usedBy.some(({ kind }) => kind === 'post' || kind === 'held')) return true
  return (
    media.ownerId.toHexString() === viewer.id ||
    media.usedBy.some(({ people }) => people?.some((id) => id.toHexString() === viewer.id))
  )
}

/** Whether a person may see a file because of the thing that shows it. */
type Reader = (viewer: Viewer, thing: Types.ObjectId) => Promise<boolean>

const readers = new Map<UseKind, Reader>()

/** Registers who besides the people in its record may see a file of one kind of thing: the members of a group change. */
export function onFileAsked(kind: UseKind, reader: Reader): () => void {
  readers.set(kind, reader)
  return () => void readers.delete(kind)
}

/** Whether a thing that shows the file lets the viewer see it, though its record does not name them. */
export async function isShownTo(viewer: Viewer | null, { usedBy }: Pick<Kept, 'usedBy'>): Promise<boolean> {
  if (!viewer) return false
  for (const { kind, id } of usedBy) if (await readers.get(kind)?.(viewer, id)) return true
  return false
}

/** How long staff may open the recording of a report that they have just opened. */
const PASS_MS = 3600_000

const termsOfPass = (token: string, until: string): string => `${token}\n${until}`

/** The address of a reported recording with a pass for staff. The caller has checked that they may judge it. */
export function addressForStaff({ token, kind }: Pick<MediaDocument, 'token' | 'kind'>): string {
  const until = String(clock.now() + PASS_MS)
  return `${mediaUrlOf({ token, kind })}?pass=${until}.${sign('listening', termsOfPass(token, until))}`
}

/** Whether the pass in an address opens this recording to the viewer. */
export function holdsPass(viewer: Viewer | null, token: string, pass: string | undefined): boolean {
  const [until = '', signature = ''] = pass?.split('.') ?? []
  return (
    isStaff(viewer) &&
    Number(until) > clock.now() &&
    isSigned('listening', termsOfPass(token, until), signature)
  )
}

/** Blog pictures are for admins only. */
export const canUploadFor = (viewer: Viewer, purpose: MediaPurpose): boolean =>
  purpose !== 'blog' || viewer.isAdmin

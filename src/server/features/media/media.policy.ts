import type { MediaPurpose } from '#contract/media.ts'
import { isStaff, type Viewer } from '#server/platform/viewer.ts'
import type { MediaDocument } from './media.model.ts'

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

/** Blog pictures are for admins only. */
export const canUploadFor = (viewer: Viewer, purpose: MediaPurpose): boolean =>
  purpose !== 'blog' || viewer.isAdmin

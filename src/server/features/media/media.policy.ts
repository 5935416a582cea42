import type { MediaPurpose } from '#contract/media.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { MediaDocument } from './media.model.ts'

type Kept = Pick<MediaDocument, 'ownerId' | 'usedBy'>

/** Everybody may have it: something public shows it. Then it is public for good, and browsers may keep it. */
export const isPublicMedia = ({ usedBy }: Pick<Kept, 'usedBy'>): boolean =>
  usedBy.some(({ people }) => !people)

/** Its owner; the two people of a message; everybody, once something public shows it. */
export function canSeeMedia(viewer: Viewer | null, media: Kept): boolean {
  if (isPublicMedia(media)) return true
  if (!viewer) return false
  // What was reported or is held is looked at also while it is hidden; messages stay between their two
  // people.
  if (viewer.isAdmin && media.usedBy.some(({ kind }) => kind === 'post' || kind === 'held')) return true
  return (
    media.ownerId.toHexString() === viewer.id ||
    media.usedBy.some(({ people }) => people?.some((id) => id.toHexString() === viewer.id))
  )
}

/** Blog pictures are for who writes the blog. */
export const canUploadFor = (viewer: Viewer, purpose: MediaPurpose): boolean =>
  purpose !== 'blog' || viewer.isAdmin

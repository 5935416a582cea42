import { Types } from 'mongoose'
import { SENTENCES } from '#contract/errors.ts'
import type { ReportTarget } from '#contract/reports.facts.ts'
import { visibleComment } from '#server/features/comments/comments.list.ts'
import { readableMessage } from '#server/features/messages/messages.list.ts'
import { visiblePost } from '#server/features/posts/posts.store.ts'
import { personById } from '#server/features/people/users/profiles.service.ts'
import { badRequest } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { ReportedThing } from './reports.model.ts'

/** Finds what somebody reports as they may meet it, else 404: nobody learns of a thing by reporting it. */
const FINDERS: Record<ReportTarget, (viewer: Viewer, id: string) => Promise<ReportedThing>> = {
  async post(viewer, id) {
    const { authorId, text, mediaUrl } = await visiblePost(viewer, id)
    return { ownerId: authorId, text, mediaUrl, path: `/p/${id}` }
  },
  async comment(viewer, id) {
    const { authorId, text, postId } = await visibleComment(viewer, id)
    return { ownerId: authorId, text, mediaUrl: null, path: `/p/${postId.toHexString()}` }
  },
  async user(viewer, id) {
    const { handle, displayName, bio } = await personById(id, viewer)
    return { ownerId: new Types.ObjectId(id), text: bio ? `${displayName}\n${bio}` : displayName, mediaUrl: null, path: `/u/${handle}` }
  },
  async message(viewer, id) {
    const { senderId, content, mediaUrl } = await readableMessage(viewer, id)
    return { ownerId: senderId, text: content, mediaUrl, path: null }
  },
}

/** The reported thing, to be kept with the report. Throws 404 where the viewer does not meet it, 400 for one's own. */
export async function reportedThing(viewer: Viewer, targetType: ReportTarget, targetId: string): Promise<ReportedThing> {
  const thing = await FINDERS[targetType](viewer, targetId)
  if (thing.ownerId.toHexString() === viewer.id) throw badRequest(SENTENCES.reportSelf)
  return thing
}

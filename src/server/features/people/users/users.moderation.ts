import { Types } from 'mongoose'
import type { ModeratedKind } from '#server/platform/moderated.ts'
import { personById, profileText } from './profiles.service.ts'

export const moderatedPerson: ModeratedKind = {
  async find(viewer, id) {
    const { handle, displayName, bio } = await personById(id, viewer)
    return {
      ownerId: new Types.ObjectId(id),
      text: bio ? `${displayName}\n${bio}` : displayName,
      mediaUrl: null,
      path: `/u/${handle}`,
    }
  },
  async current(id) {
    const text = await profileText(id)
    return text === null ? null : { text, media: null }
  },
}

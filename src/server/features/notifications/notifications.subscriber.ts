import { onFollow } from '#server/features/people/follows/follows.service.ts'
import { cardOf } from '#server/platform/viewer.ts'
import { notify } from './notifications.service.ts'

/** Who is followed is told, once for ever: to follow again and again rings nobody's bell. */
export const notifyOfFollows = (): (() => void) =>
  onFollow((tx, viewer, followeeId) =>
    notify(tx, {
      userId: followeeId,
      actor: cardOf(viewer),
      type: 'FOLLOW',
      data: { followerDisplayName: viewer.displayName, followerHandle: viewer.handle },
      message: `${viewer.displayName} started following you`,
      dedupeKey: `follow:${viewer.id}`,
    }),
  )

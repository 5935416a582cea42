import { TEMPO } from '#contract/limits.ts'
import type { UploadView } from '#contract/media.ts'
import { bus } from '#server/platform/bus.ts'
import { onePerson } from '../audience.ts'
import { throttle } from '../throttle.ts'
import type { Push } from './push.ts'

/** How far one's own uploads are; percents come faster than anybody reads (LIVE L13). */
export const pushMedia: Push = ({ everywhere }) => {
  const uploads = throttle<{ userId: string; media: UploadView }>({
    gap: TEMPO.pushGap,
    merge: (waiting, next) => (next.media.rev >= waiting.media.rev ? next : waiting),
    flush: (_, { userId, media }) => everywhere(onePerson(userId), 'media:updated', { media }),
  })
  return [bus.on('media:updated', (event) => uploads.put(event.media.id, event)), () => uploads.stop()]
}

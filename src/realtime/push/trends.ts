import { TIMINGS } from '#contract/limits.ts'
import type { PublicPostView } from '#contract/posts.ts'
import { bus } from '#server/platform/bus.ts'
import { trendReaders } from '../audience.ts'
import { inBackground } from '../background.ts'
import { socketsOf, type Delivery } from '../delivery.ts'
import type { GatewayParts } from '../parts.ts'
import type { LiveServer, LiveSocket } from '../sockets.ts'
import { throttle } from '../throttle.ts'

/** How often the tags are counted without a new post: old posts leave the day that is counted. ms. */
const RECOUNT_MS = 60_000

/**
 * The trending tags, to pages that show them: after a change of a post with a tag, at most once in ten seconds, and
 * once a minute (LIVE L77).
 */
export function pushTrends(
  io: LiveServer,
  delivery: Delivery,
  { trendingTags, forgetTags }: Pick<GatewayParts, 'trendingTags' | 'forgetTags'>,
) {
  const changes = throttle<true>({
    gap: TIMINGS.trendsGap,
    merge: () => true,
    async flush() {
      forgetTags()
      if (socketsOf(io, trendReaders).length === 0) return
      // Not only when they differ from the last push: a page may have read others meanwhile, here or from another process.
      await delivery.to(trendReaders, 'trending:updated', { tags: await trendingTags() })
    },
  })
  const put = () => changes.put('trends', true)
  const putTagged = ({ post }: { post: PublicPostView }) => {
    if (post.text.includes('#')) put()
  }
  const stops = [
    bus.onCluster('post:created', putTagged),
    bus.onCluster('post:updated', putTagged),
    bus.onCluster('post:deleted', put),
  ]
  const timer = setInterval(put, RECOUNT_MS).unref()
  return {
    sendTrends(socket: LiveSocket) {
      inBackground(
        'the trending tags',
        trendingTags().then((tags) => void socket.emit('trending:updated', { tags })),
      )
    },
    stop() {
      stops.forEach((stop) => stop())
      clearInterval(timer)
      changes.stop()
    },
  }
}

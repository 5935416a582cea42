import type { Feature } from '#server/platform/feature.ts'
import { subscribeTimelines } from './feed/fan-out.ts'
import { feedRoutes } from './feed/feed.routes.ts'
import { keepPagesFresh } from './feed/neutral-pages.ts'
import { eraseTimelines } from './feed/timelines.departure.ts'
import { TimelineRowModel, TimelineModel, CelebrityModel } from './feed/timelines.model.ts'
import { subscribeOwnReactions } from './reactions/own-reactions.service.ts'
import { eraseReactions } from './reactions/reactions.departure.ts'
import { exportedReactions } from './reactions/reactions.export.ts'
import { ReactionModel } from './reactions/reactions.model.ts'
import { reactionRoutes } from './reactions/reactions.routes.ts'
import { trendingRoutes } from './trending/trending.routes.ts'
import { erasePosts } from './posts.departure.ts'
import { exportedPosts } from './posts.export.ts'
import { PostModel, PostTombstoneModel } from './posts.model.ts'
import { postRoutes } from './posts.routes.ts'
import { keepPostAuthorsFresh, keepPostMediaFresh } from './posts.subscriber.ts'
import { ShareModel } from './shares.model.ts'
import { moderatedPost, releaseHeldPost } from './posts.moderation.ts'

export const posts: Feature = {
  name: 'posts',
  routes: [...feedRoutes, ...trendingRoutes, ...postRoutes, ...reactionRoutes],
  collections: [PostModel, PostTombstoneModel, ShareModel, ReactionModel, TimelineRowModel, TimelineModel, CelebrityModel],
  listeners: [keepPagesFresh, subscribeOwnReactions, subscribeTimelines, keepPostAuthorsFresh, keepPostMediaFresh],
  erases: [erasePosts, eraseReactions, eraseTimelines],
  exports: { posts: { rows: exportedPosts }, reactions: { rows: exportedReactions } },
  moderates: { post: moderatedPost },
  releases: { post: releaseHeldPost },
}

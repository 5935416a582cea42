import type { Feature } from '#server/shared/feature.ts'
import { BookmarkModel } from './bookmarks/bookmarks.model.ts'
import { subscribeTimelines } from './feed/fan-out.ts'
import { feedRoutes } from './feed/feed.routes.ts'
import { invalidatePages } from './feed/shared-pages.ts'
import { TimelineRowModel, TimelineModel, CelebrityModel } from './feed/timelines.model.ts'
import {
  eraseBookmarks,
  eraseCrowds,
  erasePosts,
  eraseReactions,
  eraseTimelines,
  eraseVotes,
  exportedBookmarks,
  exportedCrowd,
  exportedPosts,
  exportedReactions,
  exportedVotes,
} from './posts.personal-data.ts'
import { protectPostCards } from './post-link-card.ts'
import { PostModel, PostTombstoneModel } from './posts.model.ts'
import './search/build-blocks.ts'
import { WordBlockModel, WordPostingModel } from './search/word-blocks.model.ts'
import {
  describePosts,
  moderatedPost,
  releaseQueuedPost,
  syncPostAuthors,
  syncPostMedia,
} from './posts.handlers.ts'
import {
  bookmarkRoutes,
  crowdControlRoutes,
  pollRoutes,
  postRoutes,
  reactionRoutes,
  trendingRoutes,
} from './posts.routes.ts'
import { subscribeOwnReactions } from './reactions/own-reactions.service.ts'
import { VoteModel } from './polls/polls.model.ts'
import { CrowdModel, UsualCrowdModel } from './crowd-control/crowds.model.ts'
import { watchCrowds } from './crowd-control/crowd-watch.ts'
import { ReactionModel } from './reactions/reactions.model.ts'
import { ShareModel } from './shares.model.ts'

export const posts: Feature = {
  name: 'posts',
  routes: [
    ...feedRoutes,
    ...trendingRoutes,
    ...postRoutes,
    ...reactionRoutes,
    ...bookmarkRoutes,
    ...pollRoutes,
    ...crowdControlRoutes,
  ],
  collections: [
    PostModel,
    PostTombstoneModel,
    WordBlockModel,
    WordPostingModel,
    ShareModel,
    ReactionModel,
    BookmarkModel,
    VoteModel,
    TimelineRowModel,
    TimelineModel,
    CelebrityModel,
    CrowdModel,
    UsualCrowdModel,
  ],
  listeners: [
    invalidatePages,
    subscribeOwnReactions,
    subscribeTimelines,
    syncPostAuthors,
    syncPostMedia,
    describePosts,
    protectPostCards,
    watchCrowds,
  ],
  erases: [erasePosts, eraseReactions, eraseVotes, eraseBookmarks, eraseTimelines, eraseCrowds],
  exports: {
    posts: { title: 'Posts', rows: exportedPosts },
    reactions: { title: 'Reactions', rows: exportedReactions },
    pollVotes: { title: 'Votes in polls', rows: exportedVotes },
    bookmarks: { title: 'Kept for later', rows: exportedBookmarks },
    crowds: { title: 'The usual crowd at your posts', rows: exportedCrowd },
  },
  moderates: { post: moderatedPost },
  releases: { post: releaseQueuedPost },
}

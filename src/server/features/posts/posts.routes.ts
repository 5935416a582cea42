import { z } from 'zod'
import {
  CreatePostInput,
  DialInput,
  EditPostInput,
  PostView,
  ReactInput,
  ReactorsQuery,
  ReactorView,
  TrendingQuery,
  TrendingTagView,
  PageQuery,
} from '#contract/posts.ts'
import { Id, TextVersionView } from '#contract/primitives.ts'
import { holdsLink } from '#contract/web-addresses.ts'
import { HeldReceipt } from '#contract/moderation.ts'
import { BookmarkView } from '#contract/posts.bookmarks.ts'
import { VoteInput, VoteView } from '#contract/posts.polls.ts'
import { HiddenInput, CrowdControlInput, CrowdControlView } from '#contract/posts.crowd-control.ts'
import { writtenAnswer } from '#server/features/moderation/spam/written-answer.ts'
import { networkOf } from '#server/platform/address.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { rawJson, serialised } from '#server/platform/http/answer.ts'
import { deletePost, undoPostDeletion } from './post-undo.ts'
import { earlierVersions } from './post-versions.ts'
import { createPost, editPost, setDial, sharePost } from './posts.service.ts'
import { reactorsTo } from './reactions/reactors.service.ts'
import { reactToPost, setPostReaction } from './reactions/reactions.service.ts'
import { trendingTags } from './trending/trending.service.ts'
import { loadBookmarks } from './feed/feed.service.ts'
import { bookmarkOf, bookmarkPost, removeBookmark } from './bookmarks/bookmarks.service.ts'
import { vote, voteOf } from './polls/polls.service.ts'
import {
  listCrowdControls,
  setHidden,
  setCrowdControl,
  stopCrowdControl,
} from './crowd-control/crowd-control.service.ts'

const route = routesOf({ tag: 'posts' })
const postRate = rateLimit('posts', 10, 60)

const OnePost = z.object({ postId: Id })

export const postRoutes = [
  route.post('/posts', {
    summary: 'Publish a post; 200 when this clientId was sent before, 202 when the post waits for an admin',
    access: 'user',
    limit: postRate,
    body: CreatePostInput,
    afterConfirmation: ({ text, contentWarn, poll }) =>
      holdsLink(text, contentWarn, ...(poll?.options ?? [])),
    answers: { 201: PostView, 200: PostView, 202: HeldReceipt },
    handle: async ({ viewer, body }) => writtenAnswer(await createPost(viewer, body)),
  }),
  route.patch('/posts/:postId', {
    summary: 'Edit your own post',
    access: 'user',
    limit: 'write',
    params: OnePost,
    body: EditPostInput,
    afterConfirmation: ({ text }) => holdsLink(text),
    answers: { 200: PostView },
    handle: ({ viewer, params, body }) => editPost(viewer, params.postId, body),
  }),
  route.put('/posts/:postId/dial', {
    summary: 'Choose who may comment on your own post (roast dial); null: everybody',
    access: 'user',
    limit: 'write',
    params: OnePost,
    body: DialInput,
    answers: { 200: PostView },
    handle: ({ viewer, params, body }) => setDial(viewer, params.postId, body),
  }),
  route.get('/posts/:postId/versions', {
    summary: 'The texts that a post had before its edits, newest first',
    access: 'visitor',
    limit: 'read',
    params: OnePost,
    answers: { 200: z.array(TextVersionView) },
    handle: ({ viewer, params }) => earlierVersions(viewer, params.postId),
  }),
  route.delete('/posts/:postId', {
    summary: 'Delete a post; its author can bring it back for some seconds',
    access: 'user',
    limit: 'write',
    params: OnePost,
    answers: { 204: null },
    handle: ({ viewer, params }) => deletePost(viewer, params.postId),
  }),
  route.post('/posts/:postId/restore', {
    summary: 'Bring back a post that you have just deleted',
    access: 'user',
    // They may delete, so they may undo it.
    whileSuspended: true,
    limit: 'write',
    params: OnePost,
    answers: { 200: PostView },
    handle: ({ viewer, params }) => undoPostDeletion(viewer, params.postId),
  }),
  route.post('/posts/:postId/share', {
    summary: 'Count a share; once for each person, for visitors once a day and network',
    access: 'visitor',
    limit: 'write',
    params: OnePost,
    answers: { 200: PostView },
    handle: ({ viewer, params, req }) => sharePost(viewer, params.postId, networkOf(req.ip)),
  }),
]

const ofReaction = routesOf({
  tag: 'posts',
  access: 'user',
  limit: rateLimit('reactions', 120, 60),
  params: OnePost,
  answers: { 200: PostView },
})

export const reactionRoutes = [
  ofReaction.post('/posts/:postId/react', {
    summary: 'React to a post; the same emoji again withdraws it, another one replaces it',
    body: ReactInput,
    handle: async ({ viewer, params, body }) => rawJson(await reactToPost(viewer, params.postId, body.emoji)),
  }),
  ofReaction.put('/posts/:postId/reaction', {
    summary: 'Set your reaction to a post, in place of an earlier one; the same again changes nothing',
    body: ReactInput,
    handle: async ({ viewer, params, body }) =>
      rawJson(await setPostReaction(viewer, params.postId, body.emoji)),
  }),
  ofReaction.delete('/posts/:postId/reaction', {
    summary: 'Remove your reaction from a post',
    handle: async ({ viewer, params }) => rawJson(await setPostReaction(viewer, params.postId, null)),
  }),
  route.get('/posts/:postId/reactions', {
    summary: 'Who reacted to a post, newest first; an empty page is the end',
    access: 'visitor',
    limit: 'read',
    params: OnePost,
    query: ReactorsQuery,
    answers: { 200: z.array(ReactorView) },
    handle: ({ viewer, params, query }) => reactorsTo(viewer, params.postId, query),
  }),
]

export const trendingRoutes = [
  route.get('/trending', {
    summary: 'Hashtags of the last 24 hours, most used first; with q those that start with it',
    access: 'visitor',
    limit: 'read',
    query: TrendingQuery,
    answers: { 200: z.array(TrendingTagView) },
    handle: ({ query }) => trendingTags(query.q),
  }),
]

const own = routesOf({ tag: 'posts', access: 'user' })

export const bookmarkRoutes = [
  own.get('/bookmarks', {
    summary: 'The posts you keep for later, newest post first',
    limit: 'read',
    query: PageQuery,
    answers: { 200: z.array(PostView) },
    handle: async ({ viewer, query }) => {
      const { json, etag } = await loadBookmarks(viewer, query.cursor)
      return serialised(json, etag)
    },
  }),
  own.get('/posts/:postId/bookmark', {
    summary: 'Whether you keep this post for later',
    limit: 'read',
    params: OnePost,
    answers: { 200: BookmarkView },
    handle: ({ viewer, params }) => bookmarkOf(viewer, params.postId),
  }),
  own.put('/posts/:postId/bookmark', {
    summary: 'Keep a post for later',
    limit: 'write',
    params: OnePost,
    answers: { 200: BookmarkView },
    handle: ({ viewer, params }) => bookmarkPost(viewer, params.postId),
  }),
  own.delete('/posts/:postId/bookmark', {
    summary: 'Let go of a kept post',
    limit: 'write',
    params: OnePost,
    answers: { 200: BookmarkView },
    handle: ({ viewer, params }) => removeBookmark(viewer, params.postId),
  }),
]

export const pollRoutes = [
  own.get('/posts/:postId/vote', {
    summary: 'How you have voted in the poll of a post',
    limit: 'read',
    params: OnePost,
    answers: { 200: VoteView },
    handle: ({ viewer, params }) => voteOf(viewer, params.postId),
  }),
  own.post('/posts/:postId/vote', {
    summary: 'Vote in the poll of a post, once; 409 for another vote than before, and after the end',
    limit: 'write',
    params: OnePost,
    answers: { 200: VoteView },
    body: VoteInput,
    handle: ({ viewer, params, body }) => vote(viewer, params.postId, body.option),
  }),
]

const ofPost = routesOf({ tag: 'posts', access: 'user', params: OnePost, limit: 'write' })

export const crowdControlRoutes = [
  own.get('/plungers', {
    summary: 'Plunger Mode of your posts, newest first',
    limit: 'read',
    answers: { 200: z.array(CrowdControlView) },
    handle: ({ viewer }) => listCrowdControls(viewer),
  }),
  ofPost.put('/posts/:postId/plunger', {
    summary: 'Call the plunger to your own post, or change what it does',
    body: CrowdControlInput,
    answers: { 200: CrowdControlView },
    handle: ({ viewer, params, body }) => setCrowdControl(viewer, params.postId, body),
  }),
  ofPost.delete('/posts/:postId/plunger', {
    summary: 'End Plunger Mode of your own post',
    answers: { 204: null },
    handle: ({ viewer, params }) => stopCrowdControl(viewer, params.postId),
  }),
  ofPost.put('/posts/:postId/hidden', {
    summary: 'Hide your own post in Plunger Mode from everybody, or show it again',
    body: HiddenInput,
    answers: { 200: CrowdControlView },
    handle: ({ viewer, params, body }) => setHidden(viewer, params.postId, body.hidden),
  }),
]

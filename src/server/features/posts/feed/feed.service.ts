import { hash } from 'node:crypto'
import { PAGE } from '#contract/limits.ts'
import { parseSearch } from '#contract/posts.search.ts'
import type { FeedQuery } from '#contract/posts.ts'
import { hydratePosts, type CachedPost } from '#server/features/posts/cached-posts.ts'
import {
  mediaOf,
  newestPosts,
  postsOf,
  postsOfMany,
  postsWithTag,
  type PostList,
} from '#server/features/posts/post-lists.ts'
import { postsFoundBy } from '#server/features/posts/search/narrowed-search.ts'
import {
  canSeePost,
  visibleOr404,
  visiblePosts,
  type PostPlace,
} from '#server/features/posts/posts.policy.ts'
import { bookmarkedBy } from '#server/features/posts/bookmarks/bookmarks.service.ts'
import { likedBy, ownReactions } from '#server/features/posts/reactions/own-reactions.service.ts'
import { personByHandle } from '#server/features/people/users/profiles.service.ts'
import { filledPage } from '#server/platform/cursor-pages.ts'
import { badRequest, unauthorised } from '#server/platform/errors.ts'
import type { Visible } from '#server/features/people/relations/relations.policy.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { followeesOf } from './followees.ts'
import { sharedPage, sharedPost, type SharedPage } from './shared-pages.ts'
import { mostReacted } from './top-posts.ts'
import { timelineRows } from './timelines.service.ts'
import { hiddenReactors, isSameForVisitors, pageJson, postJson, type Own } from './viewer-part.ts'

/** Posts for one viewer; the bytes are only made when the ETag does not match. */
export interface Rendered {
  etag: string
  json: () => Buffer
}

/**
 * GET /api/posts. Throws 401 for a visitor's following feed, 400 when more than one kind of list is asked
 * for, a sorting without a search, or a wrong filter in one.
 */
export async function loadFeed(
  viewer: Viewer | null,
  { cursor, type, tag, q, sort }: FeedQuery,
): Promise<Rendered> {
  if ([type, tag, q].filter((kind) => kind !== undefined).length > 1) throw badRequest()
  if (sort !== undefined && (tag ?? q) === undefined) throw badRequest()
  const before = startOf(cursor)
  if (type === 'following') return loadFollowing(viewer, before)
  if (tag === undefined && q === undefined) return loadList(viewer, newestPosts, before)
  const found = tag === undefined ? await postsFoundBy(parseSearch(q!)) : postsWithTag(tag)
  return sort === 'top' ? loadTop(viewer, found, before) : loadList(viewer, found, before)
}

/**
 * GET /api/users/{handle}/posts. Throws 404 for an unknown person, and for a person who blocks the viewer;
 * empty for a person whom the viewer blocks.
 */
export async function loadPostsOf(
  viewer: Viewer | null,
  handle: string,
  cursor: string | undefined,
): Promise<Rendered> {
  const { id } = await personByHandle(handle, viewer)
  return loadList(
    viewer,
    canSeePost(viewer, { authorId: id }) ? postsOf(id) : null,
    startOf(cursor),
    'opened',
  )
}

/** GET /api/users/{handle}/media: their posts with a picture or a video, by the same rules. */
export async function loadMediaOf(
  viewer: Viewer | null,
  handle: string,
  cursor: string | undefined,
): Promise<Rendered> {
  const { id } = await personByHandle(handle, viewer)
  return loadList(
    viewer,
    canSeePost(viewer, { authorId: id }) ? mediaOf(id) : null,
    startOf(cursor),
    'opened',
  )
}

/**
 * GET /api/users/{handle}/likes: the posts they reacted to (DECISIONS row 7), when the viewer can see the
 * authors' posts.
 */
export async function loadLikesOf(
  viewer: Viewer | null,
  handle: string,
  cursor: string | undefined,
): Promise<Rendered> {
  const { id } = await personByHandle(handle, viewer)
  return loadList(viewer, canSeePost(viewer, { authorId: id }) ? likedBy(id) : null, startOf(cursor))
}

/** GET /api/bookmarks: what the viewer keeps. Nobody else reads it, so it is in no shared cache. */
export async function loadBookmarks(viewer: Viewer, cursor: string | undefined): Promise<Rendered> {
  return present(viewer, await loadNextPage(viewer, bookmarkedBy(viewer.id), startOf(cursor), PAGE.posts))
}

/**
 * GET /api/posts/{id}. Throws 404 when there is none, or the viewer cannot see it. A muted person's post can
 * be opened.
 */
export async function loadPost(viewer: Viewer | null, postId: string): Promise<Rendered> {
  const post = visibleOr404(viewer, await sharedPost(postId))
  const own = await ownOf(viewer, [post])
  return { etag: etagOf([post], viewer, own), json: () => postJson(post, viewer, own) }
}

const startOf = (cursor: string | undefined): number | null =>
  cursor === undefined ? null : Date.parse(cursor)

const EMPTY: SharedPage = { posts: [], end: true, edge: null }

/**
 * Skeleton and hydrate are the shared page; then filter and present. Reads on when the filter has removed
 * posts.
 */
async function loadList(
  viewer: Viewer | null,
  list: PostList | null,
  before: number | null,
  place: PostPlace = 'listed',
): Promise<Rendered> {
  const page = list ? await sharedPage(list, before) : EMPTY
  if (!viewer) return presentToVisitors(page)
  const visible = visiblePosts(viewer, page.posts, place)
  if (visible.length === page.posts.length) return presentWhole(viewer, page, visible)
  const missing = PAGE.posts - visible.length
  const isCut = missing > 0 && !page.end
  return present(
    viewer,
    isCut ? [...visible, ...(await loadNextPage(viewer, list!, page.edge, missing))] : visible,
  )
}

/** The following feed: personal, so only the cached posts are shared. */
async function loadFollowing(viewer: Viewer | null, before: number | null): Promise<Rendered> {
  if (!viewer) throw unauthorised()
  return present(viewer, await loadNextPage(viewer, await followingList(viewer), before, PAGE.posts))
}

/** Above it, timeline rows instead of the authors' index ranges. */
const MAX_PULLED = 150

async function followingList(viewer: Viewer): Promise<PostList> {
  const { ids } = await followeesOf(viewer.id)
  const key = `following:${viewer.id}`
  if (ids.length > MAX_PULLED) return { key, skeleton: (range) => timelineRows(viewer.id, range) }
  return {
    key,
    skeleton: (range) =>
      postsOfMany(
        ids.filter((authorId) => canSeePost(viewer, { authorId }, 'listed')),
        range,
      ),
  }
}

/**
 * At least `size` posts that the viewer can see, from a position in a list; fewer only at its end. Skeleton,
 * filter, hydrate: what the rows already tell is filtered before their posts are loaded.
 */
async function loadNextPage(
  viewer: Viewer,
  list: PostList,
  before: number | null,
  size: number,
): Promise<readonly Visible<CachedPost>[]> {
  const followees = list.key.startsWith('following:') ? await followeesOf(viewer.id) : null
  const seen = new Set<string>()
  const passes = (row: { id: string; authorId: string }) => {
    if (!canSeePost(viewer, row, 'listed') || seen.has(row.id)) return false
    return (!followees || followees.has(row.authorId)) && Boolean(seen.add(row.id))
  }
  for (let from = before; ;) {
    const { rows, end } = await filledPage(list.skeleton, from, size, passes)
    // Rows of likes and bookmarks have no author; the posts have.
    const posts = visiblePosts(viewer, await hydratePosts(rows.map(({ id }) => id)), 'listed')
    // Rows of posts deleted just now are not the end of the list.
    if (posts.length > 0 || end || rows.length === 0) return posts
    from = rows.at(-1)!.at
  }
}

/** The posts with the most reactions that the viewer can see: one page, whose end is an empty one. */
async function loadTop(
  viewer: Viewer | null,
  list: PostList | null,
  before: number | null,
): Promise<Rendered> {
  const ranked = list && before === null ? await mostReacted(list) : []
  const visible = visiblePosts(viewer, ranked, 'listed').slice(0, PAGE.posts)
  return present(viewer, visiblePosts(viewer, await hydratePosts(visible.map(({ id }) => id)), 'listed'))
}

const ownOf = async (viewer: Viewer | null, posts: readonly CachedPost[]): Promise<Own> =>
  viewer ? ownReactions(viewer.id, posts) : new Map()

async function present(viewer: Viewer | null, posts: readonly Visible<CachedPost>[]): Promise<Rendered> {
  return render(posts, viewer, await ownOf(viewer, posts))
}

const render = (posts: readonly Visible<CachedPost>[], viewer: Viewer | null, own: Own): Rendered => ({
  etag: etagOf(posts, viewer, own),
  json: () => pageJson(posts, viewer, own),
})

/** Somebody without a reaction, a right or a block on a page gets the bytes that visitors get. */
async function presentWhole(
  viewer: Viewer,
  page: SharedPage,
  posts: readonly Visible<CachedPost>[],
): Promise<Rendered> {
  const own = await ownReactions(viewer.id, posts)
  const isNeutral = own.size === 0 && posts.every((post) => isSameForVisitors(post, viewer))
  return isNeutral ? presentToVisitors(page) : render(posts, viewer, own)
}

const forVisitors = new WeakMap<SharedPage, Rendered>()

/** The same bytes for all visitors, while the page is cached. */
function presentToVisitors(page: SharedPage): Rendered {
  const known = forVisitors.get(page)
  if (known) return known
  let bytes: Buffer | undefined
  const { etag, json } = render(visiblePosts(null, page.posts, 'listed'), null, new Map())
  const rendered = { etag, json: () => (bytes ??= json()) }
  forVisitors.set(page, rendered)
  return rendered
}

/** The same revs, own reactions and blocks give the same bytes for a person. */
function etagOf(posts: readonly CachedPost[], viewer: Viewer | null, own: Own): string {
  const reactions = Array.from(own, ([id, emoji]) => `${id}${emoji}`)
  const hidden = viewer?.blocked.size ? posts.map((post) => hiddenReactors(post, viewer).join()) : []
  const parts = [viewer?.id, viewer?.isAdmin, revsOf(posts), reactions.join(), hidden.join(' ')]
  return `"${hash('sha1', parts.join(' '), 'base64url')}"`
}

const knownRevs = new WeakMap<readonly CachedPost[], string>()

/** Hash of the posts' revs. All viewers of a cached page have the same list of posts: it is made once for them. */
function revsOf(posts: readonly CachedPost[]): string {
  const known =
    knownRevs.get(posts) ?? hash('sha1', posts.map(({ id, rev }) => `${id}.${rev}`).join(), 'base64url')
  knownRevs.set(posts, known)
  return known
}

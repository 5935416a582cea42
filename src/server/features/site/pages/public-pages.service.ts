import {
  DESCRIPTIONS,
  articleDescription,
  postDescription,
  profileDescription,
  postTitle,
  profileTitle,
} from '#contract/site.page-descriptions.ts'
import {
  NO_ARTICLE,
  NO_PAGE,
  NO_POST,
  NO_USER,
  TITLES,
  type LegalPath,
  type PagePath,
} from '#contract/site.page-titles.ts'
import type { FirstPage } from '#contract/site.first-page.ts'
import { BRAND } from '#contract/brand.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import type { PostView } from '#contract/posts.ts'
import { Id } from '#contract/primitives.ts'
import { blogPostBySlug, listBlogPosts } from '#server/features/blog/blog-lists.ts'
import { listComments, roastOf } from '#server/features/comments/comments-of-post.ts'
import { loadFeed, loadPost, loadPostsOf, type Rendered } from '#server/features/posts/feed/feed.service.ts'
import { countAllReactions } from '#server/features/posts/reactions/reactions.service.ts'
import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import { profileOf } from '#server/features/people/users/profiles.service.ts'
import { HandleParams } from '#server/features/people/users/users-params.ts'
import { HttpError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { DocumentHead } from './head.ts'

/** The parts of a document. */
export interface PublicPage {
  readonly status: 200 | 404
  /** Null: not a page of the site. */
  readonly pattern: PagePath | null
  readonly head: DocumentHead
  /** Its path, for links and routes. */
  readonly address: string
  readonly content: FirstPage
}

/**
 * Posts in a member's own document: enough to fill a tall window; the page fetches the rest. Each takes a quarter
 * of a millisecond to render. A visitor's document has the whole first page, and is rendered once for everybody.
 */
const MEMBER_POSTS = 8

/** The posts of a list, in the form of the REST answer, as many as the reader's document has. */
export function postsIn({ json }: Rendered, viewer: Viewer | null): PostView[] {
  const posts = JSON.parse(json().toString()) as PostView[]
  return viewer ? posts.slice(0, MEMBER_POSTS) : posts
}

/** Metadata of a public page. */
export const siteHead = (path: keyof typeof DESCRIPTIONS & keyof typeof TITLES): DocumentHead => ({
  title: TITLES[path],
  description: DESCRIPTIONS[path],
  path,
  type: 'website',
})

/** Not counted again for each reaction: the document would be rendered again each time. */
const reactionCount = createSharedRead({ name: 'reaction-count', load: countAllReactions, freshMs: 60_000 })

export async function landingPage(): Promise<PublicPage> {
  const [feed, reactions] = await Promise.all([loadFeed(null, {}), reactionCount.get()])
  return {
    status: 200,
    pattern: '/',
    head: siteHead('/'),
    address: '/',
    content: { kind: 'landing', posts: postsIn(feed, null), reactions },
  }
}

export const feedPage = async (): Promise<PublicPage> => ({
  status: 200,
  pattern: '/feed',
  head: siteHead('/feed'),
  address: '/feed',
  content: { kind: 'feed', posts: postsIn(await loadFeed(null, {}), null) },
})

export const legalPage = (path: LegalPath): PublicPage => ({
  status: 200,
  pattern: path,
  head: { ...siteHead(path), type: 'article' },
  address: path,
  content: { kind: 'static' },
})

export const foundersPage = (): PublicPage => ({
  status: 200,
  pattern: '/founders',
  head: { ...siteHead('/founders'), image: '/founder.webp', largeImage: true },
  address: '/founders',
  content: { kind: 'static' },
})

/** A post with its newest comments; 404 when it does not exist or was deleted. */
export const postPage = (postId: unknown, viewer: Viewer | null): Promise<PublicPage> =>
  orMissing('post', NO_POST, `/p/${encodeURIComponent(String(postId))}`, async () => {
    const id = Id.safeParse(postId)
    if (!id.success) return null
    const post = JSON.parse((await loadPost(viewer, id.data)).json().toString()) as PostView
    const comments = await listComments(viewer, id.data, {})
    const roast = await roastOf(viewer, id.data)
    const picture =
      post.mediaType === 'image' && !post.nsfw && post.contentWarn === null ? post.mediaUrl : null
    const head: DocumentHead = {
      title: postTitle(post),
      description: postDescription(post),
      path: `/p/${post.id}`,
      type: 'article',
      image: picture ?? post.author.avatarUrl,
      moreImages: picture === null ? [] : (post.morePictures ?? []).map(({ media }) => media.mediaUrl),
      largeImage: picture !== null,
    }
    return {
      status: 200,
      pattern: '/p/:postId',
      head,
      address: `/p/${post.id}`,
      content: { kind: 'post', post, comments, roast },
    }
  })

/** A person with their newest posts; 404 for an unknown handle. */
export const profilePage = (handle: unknown, viewer: Viewer | null): Promise<PublicPage> =>
  orMissing('user', NO_USER, `/u/${encodeURIComponent(String(handle))}`, async () => {
    const params = HandleParams.safeParse({ handle })
    if (!params.success) return null
    const [profile, written] = await Promise.all([
      profileOf(params.data.handle, viewer),
      loadPostsOf(viewer, params.data.handle, undefined),
    ])
    const head: DocumentHead = {
      title: profileTitle(profile),
      description: profileDescription(profile, houseName()),
      path: `/u/${profile.handle}`,
      type: 'profile',
      image: profile.avatarUrl,
    }
    return {
      status: 200,
      pattern: '/u/:handle',
      head,
      address: `/u/${profile.handle}`,
      content: { kind: 'profile', profile, posts: postsIn(written, viewer) },
    }
  })

/** The newest blog posts. */
export const blogPage = async (viewer: Viewer | null): Promise<PublicPage> => ({
  status: 200,
  pattern: '/blog',
  head: siteHead('/blog'),
  address: '/blog',
  content: { kind: 'blog', decrees: await listBlogPosts(viewer, {}) },
})

/** A published blog post; 404 when there is none. */
export const blogPostPage = (slug: unknown, viewer: Viewer | null): Promise<PublicPage> =>
  orMissing('decree', NO_ARTICLE, `/blog/${encodeURIComponent(String(slug))}`, async () => {
    const article = await blogPostBySlug(viewer, String(slug))
    const { featuredImage } = article
    const head: DocumentHead = {
      title: article.title,
      place: BRAND.blogName,
      description: articleDescription(article),
      path: `/blog/${article.slug}`,
      type: 'article',
      image: featuredImage,
      largeImage: featuredImage !== null,
    }
    return {
      status: 200,
      pattern: '/blog/:slug',
      head,
      address: `/blog/${article.slug}`,
      content: { kind: 'decree', decree: article },
    }
  })

const LOADING: FirstPage = { kind: 'loading' }

/**
 * A page without content, which the page fetches itself.
 */
export function emptyPage(pattern: PagePath): PublicPage {
  const description = pattern in DESCRIPTIONS ? DESCRIPTIONS[pattern as keyof typeof DESCRIPTIONS] : null
  const isListed = description !== null && !pattern.includes(':')
  return {
    status: 200,
    pattern,
    head: {
      title: TITLES[pattern],
      description: description ?? BRAND.tagline,
      path: isListed ? pattern : null,
      type: 'website',
    },
    address: pattern,
    content: LOADING,
  }
}

/** The log-in and the sign-up. `query`: of their address. */
export function formPage(pattern: '/login' | '/register', query: Record<string, unknown>): PublicPage {
  const { next, invite, step } = query
  // The second step depends on the session.
  if (step !== undefined) return emptyPage(pattern)
  const shown = Object.entries({ next, invite }).filter(([, value]) => typeof value === 'string')
  const search = new URLSearchParams(shown as [string, string][]).toString()
  const address = search ? `${pattern}?${search}` : pattern
  return { ...emptyPage(pattern), address, content: { kind: 'static' } }
}

/** Any other path: not found. */
export const noPage = (): PublicPage => missing('page', NO_PAGE, '/-')

const PLACES = { page: null, post: '/p/:postId', user: '/u/:handle', decree: '/blog/:slug' } as const

function missing(what: keyof typeof PLACES, title: string, address: string): PublicPage {
  return {
    status: 404,
    pattern: PLACES[what],
    head: { title, description: BRAND.tagline, path: null, type: 'website' },
    address,
    content: { kind: 'missing', what },
  }
}

async function orMissing(
  what: 'post' | 'user' | 'decree',
  title: string,
  address: string,
  read: () => Promise<PublicPage | null>,
): Promise<PublicPage> {
  try {
    return (await read()) ?? missing(what, title, address)
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return missing(what, title, address)
    throw error
  }
}

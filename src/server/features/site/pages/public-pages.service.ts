import {
  DESCRIPTIONS,
  decreeDescription,
  postDescription,
  profileDescription,
} from '#contract/site.page-descriptions.ts'
import {
  NO_DECREE,
  NO_PAGE,
  NO_POST,
  NO_USER,
  TITLES,
  postTitle,
  profileTitle,
  type LegalPath,
  type PagePath,
} from '#contract/site.page-titles.ts'
import type { FirstPage } from '#contract/site.first-page.ts'
import { BRAND } from '#contract/brand.ts'
import type { PostView } from '#contract/posts.ts'
import { Id } from '#contract/primitives.ts'
import { blogPostBySlug, listBlogPosts } from '#server/features/blog/blog-lists.ts'
import { listComments } from '#server/features/comments/comment-lists.ts'
import { readFeed, readPost, readPostsOf, type Rendered } from '#server/features/posts/feed/feed.service.ts'
import { profileOf } from '#server/features/people/users/profiles.service.ts'
import { HandleParams } from '#server/features/people/users/users.params.ts'
import { HttpError } from '#server/platform/errors.ts'
import type { Head } from './head.ts'

/** The parts of a document. */
export interface DrawnPage {
  /** Null: not a page of the site. */
  readonly pattern: PagePath | null
  readonly head: Head
  /** Its path, for links and routes. */
  readonly address: string
  readonly content: FirstPage
}

/** A page as a visitor sees it, for every reader. */
export interface PublicPage extends DrawnPage {
  readonly status: 200 | 404
}

/** The posts of a list, in the form of the REST answer. */
export const postsIn = ({ json }: Rendered): PostView[] => JSON.parse(json().toString()) as PostView[]
/** Metadata of a public page. */
export const siteHead = (path: keyof typeof DESCRIPTIONS & keyof typeof TITLES): Head => ({
  title: TITLES[path],
  description: DESCRIPTIONS[path],
  path,
  type: 'website',
})

export const landingPage = async (): Promise<PublicPage> => ({
  status: 200,
  pattern: '/',
  head: siteHead('/'),
  address: '/',
  content: { kind: 'landing', posts: postsIn(await readFeed(null, {})) },
})

export const feedPage = async (): Promise<PublicPage> => ({
  status: 200,
  pattern: '/feed',
  head: siteHead('/feed'),
  address: '/feed',
  content: { kind: 'feed', posts: postsIn(await readFeed(null, {})) },
})

export const legalPage = (path: LegalPath): PublicPage => ({
  status: 200,
  pattern: path,
  head: { ...siteHead(path), type: 'article' },
  address: path,
  content: { kind: 'legal', path },
})

export const foundersPage = (): PublicPage => ({
  status: 200,
  pattern: '/founders',
  head: { ...siteHead('/founders'), image: '/founder.webp', largeImage: true },
  address: '/founders',
  content: { kind: 'founders' },
})

/** A post with its newest comments; 404 when it does not exist or was deleted. */
export const postPage = (postId: unknown): Promise<PublicPage> =>
  orMissing('post', NO_POST, `/p/${encodeURIComponent(String(postId))}`, async () => {
    const id = Id.safeParse(postId)
    if (!id.success) return null
    const post = JSON.parse((await readPost(null, id.data)).json().toString()) as PostView
    const comments = await listComments(null, id.data, undefined)
    const picture =
      post.mediaType === 'image' && !post.nsfw && post.contentWarn === null ? post.mediaUrl : null
    const head: Head = {
      title: postTitle(post),
      description: postDescription(post),
      path: `/p/${post.id}`,
      type: 'article',
      image: picture ?? post.author.avatarUrl,
      largeImage: picture !== null,
    }
    return {
      status: 200,
      pattern: '/p/:postId',
      head,
      address: `/p/${post.id}`,
      content: { kind: 'post', post, comments },
    }
  })

/** A person with their newest posts; 404 for an unknown handle. */
export const profilePage = (handle: unknown): Promise<PublicPage> =>
  orMissing('user', NO_USER, `/u/${encodeURIComponent(String(handle))}`, async () => {
    const params = HandleParams.safeParse({ handle })
    if (!params.success) return null
    const [profile, written] = await Promise.all([
      profileOf(params.data.handle, null),
      readPostsOf(null, params.data.handle, undefined),
    ])
    const head: Head = {
      title: profileTitle(profile),
      description: profileDescription(profile),
      path: `/u/${profile.handle}`,
      type: 'profile',
      image: profile.avatarUrl,
    }
    return {
      status: 200,
      pattern: '/u/:handle',
      head,
      address: `/u/${profile.handle}`,
      content: { kind: 'profile', profile, posts: postsIn(written) },
    }
  })

/** The newest blog posts. */
export const blogPage = async (): Promise<PublicPage> => ({
  status: 200,
  pattern: '/blog',
  head: siteHead('/blog'),
  address: '/blog',
  content: { kind: 'blog', decrees: await listBlogPosts(null, {}) },
})

/** A published blog post; 404 when there is none. */
export const blogPostPage = (slug: unknown): Promise<PublicPage> =>
  orMissing('decree', NO_DECREE, `/blog/${encodeURIComponent(String(slug))}`, async () => {
    const decree = await blogPostBySlug(null, String(slug))
    const { featuredImage } = decree
    const head: Head = {
      title: decree.title,
      place: BRAND.blogName,
      description: decreeDescription(decree),
      path: `/blog/${decree.slug}`,
      type: 'article',
      image: featuredImage,
      largeImage: featuredImage !== null,
    }
    return {
      status: 200,
      pattern: '/blog/:slug',
      head,
      address: `/blog/${decree.slug}`,
      content: { kind: 'decree', decree },
    }
  })

const LOADING: FirstPage = { kind: 'loading' }

/**
 * A page without content: for requests with a session, and for pages that need an account.
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

import { PAGE_DATA_ID, type FirstPage, type PageData } from '#contract/site.first-page.ts'
import type { PostView } from '#contract/posts.ts'

/** The time of rendering in a document. Two documents that differ only in it count as equal. */
export const RENDERED_AT = /(?<=^\s*<script type="application\/json" id="page-data">\{)"at":\d+/m

/**
 * The data block of the document. The browser does not run it, so the policy against inline scripts holds.
 */
export const dataBlock = (data: PageData): string =>
  `\n    <script type="application/json" id="${PAGE_DATA_ID}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/**
 * A text behind a warning is not in the document; the page fetches such a post when it is on screen (rev -1).
 */
const withoutCovered = <P extends PostView>(post: P): P =>
  post.contentWarn !== null && post.mediaUrl === null ? { ...post, text: '', rev: -1 } : post

/** The data that a page is rendered and hydrated from. */
export function publishable(page: FirstPage): FirstPage {
  if (page.kind === 'post') return { ...page, post: withoutCovered(page.post) }
  // The list shows previews.
  if (page.kind === 'blog')
    return { ...page, decrees: page.decrees.map((article) => ({ ...article, content: '' })) }
  return 'posts' in page ? { ...page, posts: page.posts.map(withoutCovered) } : page
}

import { trusted } from 'mongoose'
import { BLOG_MESSAGES, BLOG_PREVIEW, readingMinutes } from '#contract/blog.constants.ts'
import type { BlogCardView, BlogCountsView, BlogPostView, BlogQuery, NextBlogView } from '#contract/blog.ts'
import { LIMITS, PAGE } from '#contract/limits.ts'
import type { ActorView } from '#contract/people.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { filledPage, inOrder, momentWithin, type CursorRange } from '#server/platform/cursor-pages.ts'
import { forbidden, notFound, unauthorised } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { holdsLiterals, searchTerms } from '#server/platform/words.ts'
import { BlogModel, type BlogDocument } from './blog.model.ts'
import { renderedHtml } from './rendered-html.ts'

/**
 * A page of articles, newest first: the published ones, or with `drafts` all of them. `q` searches the words
 * of title, excerpt and content; one without words finds nothing. Skeleton, filter,
 * hydrate, present. Throws 403 for drafts without admin rights.
 */
export async function listBlogPosts(
  viewer: Viewer | null,
  { q, cursor, drafts }: BlogQuery,
): Promise<BlogCardView[]> {
  if (drafts && !viewer) throw unauthorised()
  if (drafts && !viewer?.isAdmin) throw forbidden()
  const terms = q === undefined ? null : searchTerms(q)
  if (q?.trim() && !terms) return []
  const list: List = drafts
    ? { moment: 'createdAt', filter: {} }
    : { moment: 'publishedAt', filter: { published: true } }
  const found = {
    ...list,
    filter: { ...list.filter, ...(terms && { $and: terms.words.map((word) => ({ words: word })) }) },
  }
  const filter = ({ article }: Row) =>
    holdsLiterals(`${article.title} ${article.excerpt ?? ''} ${article.content}`, terms?.literals ?? [])
  const { rows } = await filledPage(
    (range) => skeleton(found, range),
    cursor ? Date.parse(cursor) : null,
    PAGE.articles,
    filter,
  )
  return presented(withinSize(rows).map(({ article }) => article))
}

/**
 * The rows until their contents are too long together. Rows of the same millisecond stay together: the cursor
 * is a time.
 */
function withinSize(rows: readonly Row[]): readonly Row[] {
  let characters = 0
  const end = rows.findIndex(({ at, article }, place) => {
    characters += article.content.length
    return place > 0 && characters > LIMITS.blogPageContent && at < rows[place - 1]!.at
  })
  return end < 0 ? rows : rows.slice(0, end)
}

interface List {
  moment: 'createdAt' | 'publishedAt'
  filter: object
}

interface Row {
  at: number
  article: BlogDocument
}

async function skeleton({ moment, filter }: List, range: CursorRange): Promise<Row[]> {
  const options = { projection: { words: 0 }, ...inOrder(range, { [moment]: -1 as const }) }
  const articles = (await BlogModel.collection
    .find({ ...filter, ...momentWithin(moment, range) }, options)
    .toArray()) as unknown as BlogDocument[]
  return articles.map((article) => ({
    at: (article[moment] ?? article.createdAt).getTime(),
    article: article,
  }))
}

async function presented(articles: readonly BlogDocument[]): Promise<BlogCardView[]> {
  const authors = await hydrateAuthors(articles)
  return articles.map((article) => presentCard(article, authors.get(article.authorId.toHexString()) ?? null))
}

const hydrateAuthors = (articles: readonly BlogDocument[]): Promise<Map<string, ActorView>> =>
  loadActors(articles.map(({ authorId }) => authorId.toHexString()))

const presentCard = (article: BlogDocument, author: ActorView | null): BlogCardView => ({
  id: article._id.toHexString(),
  slug: article.slug,
  title: article.title,
  excerpt: article.excerpt,
  content: article.content,
  preview: previewOf(article.content),
  featuredImage: article.featuredImage,
  published: article.published,
  author,
  readingMinutes: readingMinutes(article.content),
  createdAt: article.createdAt.toISOString(),
  publishedAt: article.publishedAt?.toISOString() ?? null,
  publishAt: article.publishAt?.toISOString() ?? null,
  updatedAt: article.updatedAt.toISOString(),
  rev: article.rev,
})

const presentBlogPost = async (article: BlogDocument, author: ActorView | null): Promise<BlogPostView> => ({
  ...presentCard(article, author),
  html: await renderedHtml(article.content),
})

const MARKS = /^(?:#{1,6} |> )|\*\*|`/gm
/** A link or a picture with its text. No bracket inside, so that each opening one is tried once. */
const ADDRESSED = /!?\[([^[\]]{0,300})\]\([^()\s]{0,2048}\)/g

/** A word or more between single marks. No mark inside, so that each opening one is tried once. */
const EMPHASISED = /(?<![\p{L}\p{N}])([*_])(?=\S)([^*_\n]{1,300})(?<=\S)\1(?![\p{L}\p{N}])/gu

// The text without marks for emphasis, headings or links. Never cuts a surrogate pair.
function previewOf(content: string): string {
  const words = content.replace(ADDRESSED, '$1').replace(MARKS, '').replace(EMPHASISED, '$2')
  return words.length <= BLOG_PREVIEW
    ? words
    : `${words.slice(0, BLOG_PREVIEW).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The newest published articles with their text, for the RSS feed. */
export async function newestBlogPosts(): Promise<BlogPostView[]> {
  const articles = await BlogModel.find({ published: true }, { words: 0 })
    .sort({ publishedAt: -1 })
    .limit(PAGE.articles)
    .lean<BlogDocument[]>()
  const authors = await hydrateAuthors(articles)
  return Promise.all(
    articles.map((article) => presentBlogPost(article, authors.get(article.authorId.toHexString()) ?? null)),
  )
}

/** An article by its slug. Throws 404; drafts are for admins only. */
export const blogPostBySlug = async (viewer: Viewer | null, slug: string): Promise<BlogPostView> =>
  withAuthor(await findBySlug(viewer, slug))

/** Any article by its id, for its editor. Throws 404. */
export async function blogPostById(id: string): Promise<BlogPostView> {
  const article = await BlogModel.findById(id, { words: 0 }).lean<BlogDocument>()
  if (!article) throw notFound(BLOG_MESSAGES.notFound)
  return withAuthor(article)
}

async function findBySlug(viewer: Viewer | null, slug: string): Promise<BlogDocument> {
  const article = await BlogModel.findOne({ slug }, { words: 0 }).lean<BlogDocument>()
  if (!article || (!article.published && !viewer?.isAdmin)) throw notFound(BLOG_MESSAGES.notFound)
  return article
}

/** What to read after an article. Throws 404 as the article itself does. */
export async function nextBlogPost(viewer: Viewer | null, slug: string): Promise<NextBlogView> {
  const { _id, publishedAt } = await findBySlug(viewer, slug)
  const article =
    (publishedAt && (await newestPublished({ publishedAt: trusted({ $lt: publishedAt }) }))) ??
    (await newestPublished({ _id: trusted({ $ne: _id }) }))
  if (!article) return { next: null }
  const [card] = await presented([article])
  const { content: _, ...next } = card!
  return { next }
}

const newestPublished = (narrowed: object): Promise<BlogDocument | null> =>
  BlogModel.findOne({ published: true, ...narrowed }, { words: 0 })
    .sort({ publishedAt: -1 })
    .lean<BlogDocument>()

/** An article with its author's current name. */
export async function withAuthor(article: BlogDocument): Promise<BlogPostView> {
  const authorId = article.authorId.toHexString()
  return presentBlogPost(article, (await loadActors([authorId])).get(authorId) ?? null)
}

/** The number of articles, counted from indexes only. */
export async function countBlogPosts(): Promise<BlogCountsView> {
  const [published, drafts] = await Promise.all([
    BlogModel.countDocuments({ published: true }),
    BlogModel.countDocuments({ published: false }),
  ])
  return { total: published + drafts, published, drafts }
}

/** Slugs of the newest published articles, for search engines. */
export const publishedSlugs = (limit: number): Promise<Pick<BlogDocument, 'slug' | 'updatedAt'>[]> =>
  BlogModel.find({ published: true }, { slug: 1, updatedAt: 1 })
    .sort({ publishedAt: -1 })
    .limit(limit)
    .lean<Pick<BlogDocument, 'slug' | 'updatedAt'>[]>()

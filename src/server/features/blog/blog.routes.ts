import { z } from 'zod'
import {
  BlogCardView,
  BlogCountsView,
  BlogPostView,
  BlogPreviewInput,
  BlogPreviewView,
  BlogQuery,
  CreateBlogInput,
  NextBlogView,
  UpdateBlogInput,
} from '#contract/blog.ts'
import { ArticleReactionInput, ArticleReactionsView } from '#contract/blog.reactions.ts'
import { Id } from '#contract/primitives.ts'
import { created } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import { blogPostById, blogPostBySlug, countBlogPosts, listBlogPosts, nextBlogPost } from './blog-lists.ts'
import { renderedHtml } from './rendered-html.ts'
import { deleteBlogPost, createBlogPost, updateBlogPost } from './blog.service.ts'
import { reactionsTo, setReaction } from './reactions/reactions.service.ts'

const route = routesOf({ tag: 'blog' })
const OneArticle = z.object({ id: Id })
const ArticleAt = z.object({ slug: z.string().min(1).max(200) })

const reactionRate = rateLimit('decree-reactions', 120, 60)

export const blogRoutes = [
  route.get('/blog/posts', {
    summary: 'Published articles, newest first; for admins with drafts=include all of them',
    access: 'visitor',
    limit: 'read',
    query: BlogQuery,
    answers: { 200: z.array(BlogCardView) },
    handle: ({ viewer, query }) => listBlogPosts(viewer, query),
  }),
  route.get('/blog/counts', {
    summary: 'The number of published articles and of drafts',
    access: 'admin',
    limit: 'read',
    answers: { 200: BlogCountsView },
    handle: () => countBlogPosts(),
  }),
  route.get('/blog/posts/:slug', {
    summary: 'A blog article; drafts for admins only',
    access: 'visitor',
    limit: 'read',
    params: ArticleAt,
    answers: { 200: BlogPostView },
    handle: ({ viewer, params }) => blogPostBySlug(viewer, params.slug),
  }),
  route.get('/blog/posts/:slug/next', {
    summary: 'The article to read after this one: the one published before it',
    access: 'visitor',
    limit: 'read',
    params: ArticleAt,
    answers: { 200: NextBlogView },
    handle: ({ viewer, params }) => nextBlogPost(viewer, params.slug),
  }),
  route.get('/blog/posts/:id/reactions', {
    summary: 'The reactions to a published article, and the own one',
    access: 'visitor',
    limit: 'read',
    params: OneArticle,
    answers: { 200: ArticleReactionsView },
    handle: ({ viewer, params }) => reactionsTo(viewer, params.id),
  }),
  route.put('/blog/posts/:id/reaction', {
    summary: 'Set the own reaction to a published article; null takes it back',
    access: 'user',
    limit: reactionRate,
    params: OneArticle,
    body: ArticleReactionInput,
    answers: { 200: ArticleReactionsView },
    handle: ({ viewer, params, body }) => setReaction(viewer, params.id, body.emoji),
  }),
  route.get('/blog/editor/:id', {
    summary: 'An article by its id, published or not, to edit it',
    access: 'admin',
    limit: 'read',
    params: OneArticle,
    answers: { 200: BlogPostView },
    handle: ({ params }) => blogPostById(params.id),
  }),
  route.post('/blog/preview', {
    summary: 'Preview of Markdown as sanitised HTML; saves nothing',
    access: 'admin',
    limit: 'write',
    body: BlogPreviewInput,
    answers: { 200: BlogPreviewView },
    handle: async ({ body }) => ({ html: await renderedHtml(body.content) }),
  }),
  route.post('/blog/posts', {
    summary: 'Create a blog article',
    access: 'admin',
    limit: 'write',
    body: CreateBlogInput,
    answers: { 201: BlogPostView },
    handle: async ({ viewer, body }) => created(await createBlogPost(viewer, body)),
  }),
  route.patch('/blog/posts/:id', {
    summary: 'Change a blog article; 409 when `rev` is not the current one',
    access: 'admin',
    limit: 'write',
    params: OneArticle,
    body: UpdateBlogInput,
    answers: { 200: BlogPostView },
    handle: ({ viewer, params, body }) => updateBlogPost(viewer, params.id, body),
  }),
  route.delete('/blog/posts/:id', {
    summary: 'Delete a blog article',
    access: 'admin',
    limit: 'write',
    params: OneArticle,
    answers: { 204: null },
    handle: ({ viewer, params }) => deleteBlogPost(viewer, params.id),
  }),
]

import { BLOG_MESSAGES, scheduleProblem } from '#contract/blog.constants.ts'
import type { UpdateBlogInput } from '#contract/blog.ts'
import { NOBODY } from '#server/shared/audit/audit-log.ts'
import { badRequest } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs/job-kinds.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { clock } from '#server/platform/clock.ts'
import { BlogModel, type BlogDocument } from './blog.model.ts'
import { replaceArticle } from './blog-revisions.ts'

type Publication = Pick<BlogDocument, 'published'> & { publishAt: Date | null }

/**
 * Whether an article is published after a change, or at which time it will be. Publishing it ends its
 * schedule. Throws 400 for a time that is over or too far ahead, and for a time of a published article.
 */
export function publicationOf(
  current: BlogDocument | null,
  given: Pick<UpdateBlogInput, 'published' | 'publishAt'>,
): Publication {
  const published = given.published ?? current?.published ?? false
  if (published && given.publishAt) throw badRequest(BLOG_MESSAGES.nowOrLater)
  if (published || given.publishAt === null) return { published, publishAt: null }
  const before = current?.publishAt ?? null
  if (given.publishAt === undefined) return { published, publishAt: before }
  const publishAt = new Date(given.publishAt)
  const isNew = publishAt.getTime() !== before?.getTime()
  const problem = isNew ? scheduleProblem(publishAt.getTime(), clock.now()) : null
  if (problem) throw badRequest(problem)
  return { published, publishAt }
}

/** Lets the job publish an article whose time is new. */
export async function enqueuePublication(
  tx: Transaction,
  before: BlogDocument | null,
  { _id, publishAt }: BlogDocument,
): Promise<void> {
  if (!publishAt || publishAt.getTime() === before?.publishAt?.getTime()) return
  const payload = { decreeId: _id.toHexString(), publishAt: publishAt.toISOString() }
  await publishing.enqueue(payload, { tx, afterMs: Math.max(0, publishAt.getTime() - clock.now()) })
}

/** `publishAt`: of this job; the article may have another by now, or none. */
const publishing = defineJob<{ decreeId: string; publishAt: string }>({
  kind: 'publish-decree',
  does: 'Publishes an article at its time.',
  isObligation: true,
  run: ({ decreeId, publishAt }) =>
    transact(async (tx) => {
      const scheduled = { _id: decreeId, published: false, publishAt: new Date(publishAt) }
      const current = await BlogModel.findOne(scheduled).session(tx.session).lean<BlogDocument>()
      if (!current) return
      const next = { ...current, published: true, publishAt: null }
      await replaceArticle(tx, { ...NOBODY, by: 'schedule' }, current, next)
    }),
})

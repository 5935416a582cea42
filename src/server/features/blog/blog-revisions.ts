import type { BlogPostView } from '#contract/blog.ts'
import { recordAdminAction, type AdminAction } from '#server/shared/audit/audit-log.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { wordsIn } from '#server/platform/words.ts'
import { clock } from '#server/platform/clock.ts'
import { withAuthor } from './blog-lists.ts'
import { BlogModel, type BlogDocument } from './blog.model.ts'
import { enqueueMailing } from './mails/article-mails.service.ts'

/** Who changes an article. `by`: what does it in the place of a person. */
export interface Writer {
  id: string
  by?: 'schedule'
}

/** The search words of an article. */
export const revisionWordsOf = ({
  title,
  excerpt,
  content,
}: Pick<BlogDocument, 'title' | 'excerpt' | 'content'>): string[] =>
  wordsIn(`${title}\n${excerpt ?? ''}\n${content}`)

/**
 * Replaces an article by its next version, audits it and tells open pages. The first publication sets its
 * date.
 */
export async function replaceArticle(
  tx: Transaction,
  writer: Writer,
  current: BlogDocument,
  next: BlogDocument,
): Promise<BlogPostView> {
  const now = clock.date()
  const change = {
    ...next,
    words: revisionWordsOf(next),
    publishedAt: next.published ? (current.publishedAt ?? now) : current.publishedAt,
    updatedAt: now,
    rev: current.rev + 1,
  }
  await BlogModel.replaceOne({ _id: current._id }, change, { session: tx.session })
  await auditArticle(tx, writer, current, change)
  await enqueueMailing(tx, current, change)
  return tellOf(tx, change)
}

/** Pushes an article after the commit. */
export async function tellOf(tx: Transaction, article: BlogDocument): Promise<BlogPostView> {
  const view = await withAuthor(article)
  tx.emit('blog:updated', { decree: view })
  return view
}

/** Audits what the public sees or saw, and times of publication. Other drafts are saved at every pause. */
export async function auditArticle(
  tx: Transaction,
  writer: Writer,
  before: BlogDocument | null,
  after: BlogDocument | null,
): Promise<void> {
  const change =
    before?.published || after?.published ? publicChange(before, after) : timeChange(before, after)
  if (!change) return
  const target = { type: 'decree', id: (after ?? before)!._id.toHexString() } as const
  const state = change.after && { ...change.after, ...(writer.by && { by: writer.by }) }
  await recordAdminAction(tx, { admin: writer, target, ...change, after: state })
}

type Change = Pick<AdminAction, 'action' | 'before' | 'after'>

function publicChange(before: BlogDocument | null, after: BlogDocument | null): Change {
  const [was, is] = [before?.published ?? false, after?.published ?? false]
  const action = !after ? 'decree.delete' : !was ? 'decree.publish' : is ? 'decree.change' : 'decree.withdraw'
  return {
    action,
    before: before && { published: was, authorId: before.authorId.toHexString() },
    after: after && { published: is },
  }
}

const timeOf = (article: BlogDocument | null): string | null => article?.publishAt?.toISOString() ?? null

function timeChange(before: BlogDocument | null, after: BlogDocument | null): Change | null {
  const [from, to] = [timeOf(before), timeOf(after)]
  if (!after || from === to) return null
  return { action: 'decree.schedule', before: before && { publishAt: from }, after: { publishAt: to } }
}

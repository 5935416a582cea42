import type { ReportedMediaView, ReportHistoryView } from '#contract/moderation.ts'
import { commentText } from '#server/features/comments/comments.hiding.ts'
import { messageText } from '#server/features/messages/messages.hiding.ts'
import { presentPublicPost } from '#server/features/posts/posts.present.ts'
import { recordsOf } from '#server/features/posts/posts.store.ts'
import { otherReports, presentReports, reportById, type ReportDocument } from '#server/features/moderation/reports/reports.admin.ts'
import { profileText } from '#server/features/people/users/profiles.service.ts'
import { casesOf } from './appeals.service.ts'
import { hiddenDocument } from './removals.service.ts'

/** Everything an admin wants to know before deciding about a report. Throws 404. */
export async function reportHistory(id: string): Promise<ReportHistoryView> {
  const report = await reportById(id)
  const [[view], now, cases, reports] = await Promise.all([presentReports([report]), stateOf(report), casesOf(report.thing.ownerId.toHexString()), otherReports(report)])
  return { report: view!, now, cases, reports }
}

type Post = Parameters<typeof presentPublicPost>[0]
type Now = Omit<ReportHistoryView['now'], 'state'>

async function stateOf({ targetType, targetId }: ReportDocument): Promise<ReportHistoryView['now']> {
  const there = await THINGS[targetType](targetId.toHexString())
  if (there) return { state: 'there', ...there }
  const hidden = await hiddenDocument(targetType, targetId)
  if (!hidden) return { state: 'gone', text: null, media: null }
  return { state: 'hidden', ...(targetType === 'post' ? shownBy(hidden as Post) : words(hidden)) }
}

const THINGS: Record<ReportDocument['targetType'], (id: string) => Promise<Now | null>> = {
  post: async (id) => {
    const [post] = await recordsOf([id])
    return post ? shownBy(post) : null
  },
  comment: async (id) => textAlone(await commentText(id)),
  message: async (id) => textAlone(await messageText(id)),
  user: async (id) => textAlone(await profileText(id)),
}

const textAlone = (text: string | null): Now | null => (text === null ? null : { text, media: null })

/** What was hidden of a comment or a message. */
interface Written {
  text?: string
  content?: string
}
const words = ({ text, content }: Written): Now => ({ text: text ?? content ?? '', media: null })

function shownBy(post: Post): Now {
  const { text, mediaUrl, mediaType, media, altText, contentWarn, nsfw } = presentPublicPost(post)
  const shown: ReportedMediaView | null = mediaUrl === null ? null : { mediaUrl, mediaType, media, altText, contentWarn, nsfw }
  return { text, media: shown }
}

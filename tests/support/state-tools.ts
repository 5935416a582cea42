import mongoose, { type mongo } from 'mongoose'
import type { CommentView } from '#contract/comments.ts'
import type { MediaPurpose } from '#contract/media.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { CaseView, ReportReceipt } from '#contract/moderation.ts'
import type { ReportTarget } from '#contract/moderation.constants.ts'
import type { PostView } from '#contract/posts.ts'
import { done } from './full-account.ts'
import type { Person } from './http-client.ts'
import { plain, upload } from './media.ts'

/** Who takes part in a state: the one whose account will be erased, two who stay, and an admin. */
export interface Cast {
  site: { url: string; storeUri: string }
  leaver: Person
  bob: Person
  cat: Person
  king: Person
  /** A word that only the leaver uses: in texts, names of files and descriptions. */
  mark: string
}

/** Brings about a state in which something of the leaver is stored. Returns further words that must go. */
export type State = (cast: Cast) => Promise<string[] | void>

/** The same links from several new accounts would be refused. */
export const linksOf = (mark: string, count = 3) =>
  Array.from({ length: count }, (_, at) => `https://${mark}-${at}.example`).join(' ')
export const key = () => ({ clientId: crypto.randomUUID() })
export const rows = (name: string) => mongoose.connection.collection<mongo.Document>(name)

export async function picture({ site, mark }: Cast, who: Person, purpose: MediaPurpose): Promise<string> {
  const bytes = await plain(60, 40).png().toBuffer()
  return (await upload(site, who, bytes, { name: `${mark}.png`, type: 'image/png', purpose })).body.mediaUrl
}

export const write = (who: Person, text: string, more: object = {}) =>
  done(who.post<PostView>('/posts', { text, ...key(), ...more }))
export const remark = (who: Person, post: { id: string }, text: string, more: object = {}) =>
  done(who.post<CommentView>(`/posts/${post.id}/comments`, { text, ...key(), ...more }))
export const say = (who: Person, to: { id: string }, content: string, more: object = {}) =>
  done(who.post<MessageView>('/messages', { receiverId: to.id, content, ...key(), ...more }))
export const pathOf = ({ conversationId, id }: MessageView) => `/messages/${conversationId}/${id}`

export async function befriend(one: Person, other: Person): Promise<void> {
  await done(one.post(`/users/${other.id}/follow`))
  await done(other.post(`/users/${one.id}/follow`))
}

export async function remove(by: Person, reporter: Person, targetType: ReportTarget, targetId: string) {
  const report = { targetType, targetId, reason: 'spam' }
  const { id } = await done(reporter.post<ReportReceipt>('/reports', report))
  return done(by.post<CaseView>(`/admin/reports/${id}/actions`, { action: 'remove' }))
}

/** What waits for review, or was refused, needs the protection; everything else is written without. */
export const underProtection =
  (state: State): State =>
  async (cast) => {
    await done(cast.king.post('/admin/anti-asshole/enable'))
    const words = await state(cast)
    await done(cast.king.post('/admin/anti-asshole/disable'))
    return words
  }

/** What is deleted can be brought back for ten minutes. */
export const withUndo =
  (state: State): State =>
  async (cast) => {
    const { setUndoTime } = await import('#server/shared/undo-time.ts')
    setUndoTime(600_000)
    try {
      return await state(cast)
    } finally {
      setUndoTime()
    }
  }

export const group = (maker: Person, member: Person, name = 'The night shift') =>
  done(maker.post<ConversationView>('/messages/groups', { name, memberIds: [member.id] }))

import { notificationLink } from '#contract/notifications.links.ts'
import type { PushPayload, PushPreview } from '#contract/notifications.push.constants.ts'
import type { NotificationAbout } from '#contract/notifications.ts'
import { sign } from '#server/platform/keys.ts'
import type { NotificationDocument } from '../notifications.model.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'

/** RFC 8030: the topic of a push has at most 32 characters, and its service can read it. */
const TOPIC_LENGTH = 32

type Notified = Pick<NotificationDocument, '_id' | 'type' | 'data' | 'message'>

/** What notifications of one thread have in common: a conversation, a post, a person who follows. */
export function threadOf({ _id, type, data }: Pick<Notified, '_id' | 'type' | 'data'>): string {
  if ('conversationId' in data) return `conversation:${data.conversationId}`
  if ('postId' in data && data.postId) return `post:${data.postId}`
  return `${type}:${_id.toHexString()}`
}

/** The name of a thread on one device. It tells the push service nothing, and differs between devices. */
export const topicOf = (deviceId: string, thread: string): string =>
  sign('push-topics', `${deviceId}/${thread}`).slice(0, TOPIC_LENGTH)

type Words = Pick<PushPayload, 'title' | 'body' | 'path' | 'notificationId'>

const NEWS = 'The herald has news for you.'

/** That there is news, and not what. */
export const generalWords = (path: string): Words => ({
  title: houseName(),
  body: NEWS,
  path,
  notificationId: null,
})

/** What a push says, and no more than the person lets it say. */
export function pushWordsOf(notification: Notified, about: NotificationAbout, preview: PushPreview): Words {
  if (preview === 'nothing') return generalWords('/notifications')
  const beginning = about.comment?.text ?? about.post?.text ?? ''
  return {
    title: notification.message,
    body: preview === 'full' ? beginning : '',
    path: notificationLink(notification),
    notificationId: notification._id.toHexString(),
  }
}

/** One push for all that came while it was quiet. */
export const pushSummaryOf = (count: number): Words => ({
  title: houseName(),
  body: count === 1 ? 'One thing waits for you.' : `${count} things wait for you.`,
  path: '/notifications',
  notificationId: null,
})

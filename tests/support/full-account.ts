import { mongo } from 'mongoose'
import type { BlogPostView } from '#contract/blog.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { Person, Reply } from './http-client.ts'
import { aSubscription } from './push-service.ts'
import { plain, upload } from './media.ts'
import { connectLive } from './socket-client.ts'

interface Place {
  url: string
  storeUri: string
}

/** What one person has created, and what another has added to it. */
export interface AccountContent {
  post: PostView
  /** By the other person. */
  othersPost: PostView
  article: BlogPostView
  conversationId: string
}

/** The body of an answer that must be a success. */
export async function done<T>(answer: Promise<Reply<T>>): Promise<T> {
  const { status, text, body } = await answer
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body
}

/**
 * A person creates one of every kind of stored data; `other` responds, and `third` is blocked. The person must
 * be an admin, because of the blog post.
 */
export async function fillAccount(
  place: Place,
  one: Person,
  other: Person,
  third: Person,
): Promise<AccountContent> {
  const picture = async (purpose: 'post' | 'message' | 'avatar' | 'banner' | 'blog') =>
    (
      await upload(place, one, await plain(60, 40).png().toBuffer(), {
        name: 'a.png',
        type: 'image/png',
        purpose,
      })
    ).body.mediaUrl
  await done(
    one.patch('/users/me', {
      avatarUrl: await picture('avatar'),
      bannerUrl: await picture('banner'),
      bio: `I am ${one.handle}.`,
    }),
  )
  await picture('post') // never used
  const post = await done(
    one.post<PostView>('/posts', {
      text: 'Look at #this',
      mediaUrl: await picture('post'),
      morePictures: [{ mediaUrl: await picture('post'), altText: 'The other side' }],
      clientId: crypto.randomUUID(),
    }),
  )
  await done(one.patch(`/posts/${post.id}`, { text: 'Look at #this again' }))
  const deleted = await done(one.post<PostView>('/posts', { text: 'Deleted a moment ago' }))
  await done(one.delete(`/posts/${deleted.id}`))
  const hidden = await done(one.post<PostView>('/posts', { text: 'Hidden from everybody' }))
  await done(one.put(`/posts/${hidden.id}/plunger`, { hours: 24, strangersPaused: true }))
  await done(one.put(`/posts/${hidden.id}/hidden`, { hidden: true }))
  const poll = { options: ['Yes', 'No'], minutes: 60 }
  const othersPost = await done(other.post<PostView>('/posts', { text: 'I stay', poll }))
  for (const voter of [one, other]) await done(voter.post(`/posts/${othersPost.id}/vote`, { option: 0 }))
  const article = await done(
    one.post<BlogPostView>('/blog/posts', {
      title: 'Of leaving',
      slug: `of-leaving-${Date.now()}`,
      content: 'Hear ye.',
      published: true,
      featuredImage: await picture('blog'),
    }),
  )
  for (const reader of [one, other])
    await done(reader.put(`/blog/posts/${article.id}/reaction`, { emoji: '💩' }))
  await comment(one, other, { post, othersPost })
  const { conversationId } = await chat(one, other, [await picture('message'), await picture('message')])
  await meet(one, other)
  await relate(one, third)
  await report(one, other, { post, othersPost })
  for (const path of ['/auth/forgot-password', '/auth/forgot-username'])
    await done(one.post(path, { email: one.email }))
  await leaveRows(place, one)
  await done(one.put('/notifications/push/device', aSubscription(one.handle)))
  await done(one.patch('/notifications/push', { kind: 'follows', on: false }))
  return { post, othersPost, article, conversationId }
}

async function comment(
  one: Person,
  other: Person,
  { post, othersPost }: Pick<AccountContent, 'post' | 'othersPost'>,
): Promise<void> {
  await done(one.put(`/posts/${othersPost.id}/bookmark`))
  await done(one.post(`/posts/${othersPost.id}/react`, { emoji: '💩' }))
  await done(other.post(`/posts/${othersPost.id}/react`, { emoji: '💩' }))
  await done(
    one.post<CommentView>(`/posts/${othersPost.id}/comments`, {
      text: `Nice, @${other.handle}`,
      clientId: crypto.randomUUID(),
    }),
  )
  const thanks = await done(other.post<CommentView>(`/posts/${othersPost.id}/comments`, { text: 'Thanks' }))
  await done(one.put(`/comments/${thanks.id}/poo`))
  await done(other.post(`/posts/${post.id}/react`, { emoji: '👍' }))
  await done(other.post<CommentView>(`/posts/${post.id}/comments`, { text: 'Hm' }))
}

async function chat(one: Person, other: Person, [mediaUrl, further]: [string, string]): Promise<MessageView> {
  await done(
    one.post<MessageView>('/messages', {
      receiverId: other.id,
      content: 'Between us',
      clientId: crypto.randomUUID(),
    }),
  )
  const answer = await done(other.post<MessageView>('/messages', { receiverId: one.id, content: 'Go on' }))
  await done(one.put(`/messages/${answer.conversationId}/${answer.id}/reaction`, { emoji: '🪠' }))
  // Muted, so that it stays in the archive.
  await done(one.put(`/messages/${answer.conversationId}/mute`, { for: 'always' }))
  await done(one.put(`/messages/${answer.conversationId}/archive`))
  return done(
    one.post<MessageView>('/messages', {
      receiverId: other.id,
      content: 'Two pictures',
      mediaUrl,
      mediaType: 'image',
      morePictures: [{ mediaUrl: further, altText: 'The other side' }],
    }),
  )
}

/** A group of one's own, and one that one has been in. */
async function meet(one: Person, other: Person): Promise<void> {
  await done(one.post(`/users/${other.id}/follow`))
  await done(other.post(`/users/${one.id}/follow`))
  const make = (maker: Person, member: Person, name: string) =>
    done(maker.post<ConversationView>('/messages/groups', { name, memberIds: [member.id] }))
  const say = (who: Person, receiverId: string, content: string) =>
    done(who.post<MessageView>('/messages', { receiverId, content, clientId: crypto.randomUUID() }))
  const own = await make(one, other, 'The night shift of one')
  await say(one, own.id, 'To all of you')
  const answer = await say(other, own.id, 'Heard')
  await done(one.put(`/messages/${own.id}/${answer.id}/reaction`, { emoji: '🪠' }))
  await done(one.post(`/messages/${own.id}/read`, { seq: answer.seq }))
  await done(one.post(`/messages/groups/${own.id}/invite`))
  const left = await make(other, one, 'Of others')
  await say(one, left.id, 'Before I go')
  await done(one.post(`/messages/groups/${left.id}/leave`))
}

async function relate(one: Person, third: Person): Promise<void> {
  await done(one.post(`/users/${third.id}/block`))
  await done(third.post(`/users/${one.id}/mute`))
  for (const isAdmin of [true, false]) await done(one.patch(`/admin/users/${third.id}/admin`, { isAdmin }))
}

async function report(
  one: Person,
  other: Person,
  { post, othersPost }: Pick<AccountContent, 'post' | 'othersPost'>,
): Promise<void> {
  await done(
    one.post('/reports', {
      targetType: 'post',
      targetId: othersPost.id,
      reason: 'spam',
      details: `says ${one.handle}`,
    }),
  )
  await done(other.post('/reports', { targetType: 'post', targetId: post.id, reason: 'spam' }))
  await done(other.post('/reports', { targetType: 'user', targetId: one.id, reason: 'other' }))
}

/** Page views, and rows that only people with many followers have. */
async function leaveRows({ url, storeUri }: Place, one: Person): Promise<void> {
  await done(one.put('/user/privacy-settings', { analyticsConsent: true, marketingConsent: true }))
  const page = await connectLive({ url }, { cookie: one.cookie() })
  await page.send('page', { path: `/u/${one.handle}` })
  page.close()
  const client = await mongo.MongoClient.connect(storeUri)
  const store = client.db()
  const at = new Date()
  await store
    .collection<{ _id: string }>('timelines')
    .insertOne({ _id: one.id, activeAt: at, ready: true, print: '', floor: null } as never)
  await store.collection<{ _id: string }>('celebrities').insertOne({ _id: one.id, readyAt: at } as never)
  const id = new mongo.ObjectId(one.id)
  await store.collection('crowds').insertOne({
    authorId: id,
    window: 0,
    count: 1,
    previous: 0,
    peak: 1,
    settlesAt: new Date(Date.now() + 1e9),
  })
  await store.collection('usual_crowds').insertOne({ _id: id, usual: 12, updatedAt: at })
  await store
    .collection('decree_subscriptions')
    .insertOne({ email: one.email, userId: new mongo.ObjectId(one.id), confirmedAt: at })
  await store.collection<{ _id: mongo.ObjectId }>('notification_digests').insertOne({
    _id: new mongo.ObjectId(one.id),
    every: 'week',
    nextAt: at,
    queuedSeq: 0,
    mailedSeq: 0,
  } as never)
  for (const owner of [`in:${one.id}`, `out:${one.id}`])
    await store.collection<{ _id: string }>('timeline_rows').insertOne({
      _id: `x:${owner}`,
      owner,
      postId: new mongo.ObjectId(),
      authorId: new mongo.ObjectId(),
      createdAt: at,
    } as never)
  await client.close()
}

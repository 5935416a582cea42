import { mongo } from 'mongoose'
import type { BlogPostView } from '#contract/blog.ts'
import type { GroupInviteView } from '#contract/messages.groups.ts'
import type { HeldReceipt } from '#contract/moderation.ts'
import { done, fillAccount } from './full-account.ts'
import {
  befriend,
  group,
  key,
  linksOf,
  pathOf,
  picture,
  remark,
  remove,
  rows,
  say,
  type State,
  underProtection,
  withUndo,
  write,
} from './state-tools.ts'

/** States of what a person writes and shows. */
export const WRITINGS: Record<string, State> = {
  'a full life': async ({ site, leaver, bob, cat }) => {
    const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
    await setAdmin(leaver.id, true)
    await fillAccount(site, leaver, bob, cat)
  },
  'a post with a picture, and a comment, that wait for review': underProtection(async (cast) => {
    const { leaver, bob, mark } = cast
    const shown = { mediaUrl: await picture(cast, leaver, 'post'), altText: mark }
    await write(leaver, linksOf(mark), { ...shown, mediaType: 'image' })
    await remark(leaver, await write(bob, `For ${cast.king.handle}`), linksOf(`more-${mark}`))
  }),
  'a post that was refused as spam, and one that was withdrawn': underProtection(async ({ leaver, mark }) => {
    const input = { text: linksOf(mark), ...key() }
    const { held } = await done(leaver.post<HeldReceipt>('/posts', input))
    await done(leaver.delete(`/users/me/waiting/${held.id}`))
    for (let again = 0; again < 3; again++) await leaver.post('/posts', { ...input, ...key() })
  }),
  "a release of another person's post that their process did not finish": async ({ leaver, bob }) => {
    await rows('held_writings').insertOne({
      authorId: new mongo.ObjectId(bob.id),
      kind: 'post',
      input: { text: 'Of bob' },
      postId: null,
      text: 'Of bob',
      score: 85,
      signs: [],
      verdict: 'held',
      releasingAt: new Date(),
      releasedBy: new mongo.ObjectId(leaver.id),
      createdAt: new Date(),
      rev: 1,
    })
  },
  'a deleted post that can be brought back': withUndo(async (cast) => {
    const { leaver, bob, mark } = cast
    const mediaUrl = await picture(cast, leaver, 'post')
    const post = await write(leaver, mark, { mediaUrl, mediaType: 'image', altText: mark, contentWarn: mark })
    await done(bob.post(`/posts/${post.id}/react`, { emoji: '💩' }))
    await done(leaver.delete(`/posts/${post.id}`))
  }),
  'a deleted message that can be brought back, and one that was taken back': withUndo(async (cast) => {
    const { leaver, bob, mark } = cast
    const mediaUrl = await picture(cast, leaver, 'message')
    await done(
      leaver.delete(pathOf(await say(leaver, bob, mark, { mediaUrl, mediaType: 'image', altText: mark }))),
    )
    await done(leaver.post(`${pathOf(await say(leaver, bob, mark))}/take-back`))
    await done(bob.delete(pathOf(await say(bob, leaver, 'Of bob'))))
  }),
  'messages that will disappear': async ({ leaver, bob, mark }) => {
    await befriend(leaver, bob)
    const { conversationId } = await say(leaver, bob, 'Hello')
    await say(bob, leaver, 'Hello')
    await done(leaver.put(`/messages/${conversationId}/disappearing`, { after: '24h' }))
    await say(leaver, bob, mark)
    await done(bob.put(pathOf(await say(bob, leaver, 'Mine')) + '/reaction', { emoji: '🪠' }))
  },
  'a post, a comment and a message that moderators removed, with an appeal': async (cast) => {
    const { leaver, bob, king, mark } = cast
    const mediaUrl = await picture(cast, leaver, 'post')
    const post = await write(leaver, mark, { mediaUrl, mediaType: 'image', altText: mark })
    const decided = await remove(king, bob, 'post', post.id)
    await done(leaver.post(`/moderation/cases/${decided.id}/appeal`, { text: mark }))
    await remove(king, bob, 'comment', (await remark(leaver, await write(bob, 'Mine'), mark)).id)
    await remove(king, bob, 'message', (await say(leaver, bob, mark)).id)
  },
  "others' messages, comments and posts that moderators removed": async (cast) => {
    const { leaver, bob, king } = cast
    const mediaUrl = await picture({ ...cast, mark: 'of-bob' }, bob, 'message')
    const message = await say(bob, leaver, 'To you', { mediaUrl, mediaType: 'image' })
    await done(leaver.put(`${pathOf(message)}/reaction`, { emoji: '🪠' }))
    await remove(king, leaver, 'message', message.id)
    const poll = { options: ['Yes', 'No'], minutes: 60 }
    const post = await write(bob, 'Mine', { poll })
    const comment = await remark(bob, post, 'Mine')
    await done(leaver.put(`/comments/${comment.id}/poo`))
    await remove(king, leaver, 'comment', comment.id)
    await done(leaver.post(`/posts/${post.id}/react`, { emoji: '💩' }))
    await done(leaver.post(`/posts/${post.id}/vote`, { option: 0 }))
    await remark(leaver, post, 'Nice')
    await remove(king, leaver, 'post', post.id)
  },
  'articles that are a draft, and wait for their time': async (cast) => {
    const { leaver } = cast
    const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
    await setAdmin(leaver.id, true)
    const article = (slug: string, more: object) =>
      done(
        leaver.post<BlogPostView>('/blog/posts', {
          title: 'Of it',
          slug,
          content: 'Hear.',
          published: false,
          ...more,
        }),
      )
    await article('state-draft', { featuredImage: await picture(cast, leaver, 'blog') })
    await article('state-planned', { publishAt: new Date(Date.now() + 3_600_000).toISOString() })
  },
  'pictures in messages of others to them': async (cast) => {
    const { leaver, bob } = cast
    const mediaUrl = await picture({ ...cast, mark: 'of-bob' }, bob, 'message')
    const further = await picture({ ...cast, mark: 'of-bob' }, bob, 'message')
    await befriend(leaver, bob)
    await say(bob, leaver, 'For you', { mediaUrl, mediaType: 'image', morePictures: [{ mediaUrl: further }] })
  },
  'requests that wait and that were declined, of both sides': async ({ leaver, bob, cat, king, mark }) => {
    await say(leaver, bob, mark)
    const declined = await say(leaver, cat, mark)
    await done(cat.post(`/messages/${declined.conversationId}/decline`))
    const theirs = await say(king, leaver, 'Of king')
    await done(leaver.post(`/messages/${theirs.conversationId}/decline`))
  },
  'groups: a link, a picture, a line, and who has gone': async (cast) => {
    const { leaver, bob, cat, mark } = cast
    await befriend(leaver, bob)
    const own = await group(leaver, bob)
    await done(
      leaver.patch(`/messages/groups/${own.id}`, { pictureUrl: await picture(cast, leaver, 'avatar') }),
    )
    await done(leaver.patch(`/messages/groups/${own.id}`, { name: `Shift of ${mark}` }))
    await done(leaver.patch(`/messages/groups/${own.id}`, { name: 'Shift' }))
    await done(leaver.post(`/messages/groups/${own.id}/invite`))
    await say(leaver, own, `${mark} for @${bob.handle}`)
    await befriend(bob, cat)
    const joined = await group(bob, cat)
    const { token } = await done(bob.post<GroupInviteView>(`/messages/groups/${joined.id}/invite`))
    await done(leaver.post(`/messages/join/${token}`))
    await say(leaver, joined, mark)
    await done(bob.delete(`/messages/groups/${joined.id}/members/${leaver.id}`))
    const added = await group(bob, leaver)
    await done(bob.put(`/messages/groups/${added.id}/admins/${leaver.id}`))
    await done(leaver.put(`/messages/${added.id}/mute`, { for: 'always' }))
    await done(leaver.put(`/messages/${added.id}/pin`))
    await done(leaver.post(`/messages/${added.id}/unread`))
  },
  'earlier versions of texts, answers and quotes': async ({ leaver, bob, mark }) => {
    const post = await write(leaver, mark)
    await done(leaver.patch(`/posts/${post.id}`, { text: 'Better' }))
    await write(bob, 'Look', { quotedId: post.id })
    const message = await say(leaver, bob, mark)
    await done(leaver.patch(pathOf(message), { content: 'Better' }))
    const others = await write(bob, 'Mine')
    const comment = await remark(leaver, others, mark)
    await remark(bob, others, 'Yes', { parentId: comment.id })
  },
}

import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import type { Who, World } from '#tests/scenes/scene.ts'
import type { Contexts } from './contexts.ts'
import { comment, createGroup, createPost, follow, inviteTo, keepsUnread, message, react } from './calls.ts'
import { grantAdmin } from './grant-admin.ts'
import type { Guest } from './people.ts'
import { openGuest } from './test.ts'

/** The people of the scenes, each with a browser, and their data. */
export interface TestWorld {
  readonly world: World
  readonly pages: Record<Who, Page>
}

/** Two people who know each other, with enough data that none of their pages is empty. */
async function befriend(ann: Guest, bob: Guest): Promise<Pick<World, 'mine' | 'post' | 'word'>> {
  const mine = await createPost(ann, `${'The queue was long. '.repeat(18)}The end. #lookout`)
  const post = await createPost(bob, `A #lookout for @${ann.handle}, see https://example.org/pipes`)
  await comment(ann, post.id, 'Seen.')
  await react(ann, post.id, '💩')
  await Promise.all([follow(ann, bob), follow(bob, ann)])
  await message(bob, ann, 'Is anybody in there?')
  await message(ann, bob, 'One moment.')
  return { mine, post, word: 'lookout' }
}

async function meet(ann: Guest, bob: Guest): Promise<World['meeting']> {
  const group = await createGroup(ann, 'Night shift', bob)
  await message(bob, group, 'Who has the key?')
  await message(ann, group, 'Under the mat.')
  return { id: group.id, token: await inviteTo(ann, group.id) }
}

/** Two comments on a post, one of them with the poos of these people. */
async function roast(postId: string, by: Guest, fans: readonly Guest[]): Promise<void> {
  const { id } = await comment(by, postId, 'The queue was you.')
  await comment(by, postId, 'And the end.')
  for (const { context } of fans) await context.request.put(`/api/comments/${id}/poo`)
}

export async function openWorld(contexts: Contexts): Promise<TestWorld> {
  const guest = (name: string) => openGuest(contexts, name)
  const [ann, bob, newcomer, notified, admin, moderator, fresh, visitor] = await Promise.all([
    guest('Ann'),
    guest('Bob'),
    guest('Newcomer'),
    guest('Notified'),
    guest('Queen'),
    guest('Knight'),
    openGuest(contexts, 'Fresh', { isNewcomer: true }),
    contexts.take().then((context) => context.newPage()),
  ])
  const posts = await befriend(ann, bob)
  const meeting = await meet(ann, bob)
  await roast(posts.mine.id, bob, [ann, bob, newcomer])
  await grantAdmin(admin)
  await ann.context.request.post('/api/reports', {
    data: { targetType: 'post', targetId: posts.post.id, reason: 'harassment' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const article = `/blog/of-queues-${admin.handle.replace('_', '-')}`
  const issued = await admin.page.request.post('/api/blog/posts', {
    data: {
      title: 'Of queues',
      slug: article.slice('/blog/'.length),
      content: 'Nobody skips one.',
      published: true,
    },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(issued.status()).toBe(201)
  const made = await admin.page.request.patch(`/api/admin/users/${moderator.id}/moderator`, {
    data: { isModerator: true },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(made.status()).toBe(200)
  await message(moderator, bob, 'We have not been introduced.')
  await keepsUnread(notified)
  await Promise.all([follow(bob, notified), follow(ann, notified)])
  const pages: TestWorld['pages'] = {
    visitor,
    ann: ann.page,
    bob: bob.page,
    newcomer: newcomer.page,
    fresh: fresh.page,
    notified: notified.page,
    moderator: moderator.page,
    admin: admin.page,
  }
  for (const page of Object.values(pages)) await page.emulateMedia({ reducedMotion: 'reduce' })
  return { world: { ann, bob, newcomer, admin, decree: article, ...posts, meeting }, pages }
}

export async function closeWorld(contexts: Contexts, { pages }: TestWorld): Promise<void> {
  for (const page of Object.values(pages)) await contexts.giveBack(page.context())
}

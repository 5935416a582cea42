import type { Browser, Page } from 'playwright/test'
import { comment, createPost, follow, message, react } from '#tests/e2e/support/calls.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { begin, call, close, compare, end, open } from '#tests/e2e/support/open-pages.ts'
import { register, type Guest } from '#tests/e2e/support/people.ts'
import { hideSuggestions, preparePages } from '#tests/e2e/support/prepare-pages.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

// With a server of its own, nobody of another file is suggested.
let server: ServerProcess
/** Reads. The calls of her other device have the session of the browser. */
let ann: Guest
let bob: Guest
let cat: Guest
/** Pages that show Bob and what he wrote. */
let everywhere: readonly string[]

test.beforeAll(async ({ browser }) => {
  server = await startServerProcess({ LOG_LEVEL: 'warn' })
  const people = await Promise.all(['Ann', 'Bob', 'Cat'].map((name) => person(browser, name)))
  ;[ann, bob, cat] = people as [Guest, Guest, Guest]
  everywhere = await write()
})
test.afterAll(async () => {
  await Promise.all([ann, bob, cat].map(({ context }) => context.close()))
  await server[Symbol.asyncDispose]()
})

async function person(browser: Browser, name: string): Promise<Guest> {
  const context = await browser.newContext({ baseURL: server.url })
  preparePages(context)
  return register(server.url, name, context)
}

/** Bob's post stands between two of Cat's, and Bob's comment between two of hers. */
async function write(): Promise<string[]> {
  await createPost(cat, 'The first one')
  const { id } = await createPost(bob, 'Of Bob')
  await comment(cat, id, 'To Bob')
  const last = await createPost(cat, 'The last one')
  await comment(bob, last.id, 'To Cat')
  await Promise.all([follow(ann, cat), follow(bob, cat), message(ann, bob, 'Hello')])
  return [
    '/',
    '/?tab=following',
    '/search',
    `/p/${id}`,
    `/p/${last.id}`,
    `/u/${bob.handle}`,
    `/u/${cat.handle}?tab=followers`,
    `/search?q=${bob.handle}&tab=people`,
  ]
}

/** A mute hides texts alone. */
const textsOnly = (paths: readonly string[]) => paths.filter((path) => !/followers|people/.test(path))

test('[L76] open pages are as after a reload when a follow, block or mute of the viewer begins or ends, whoever begins it and on whatever device', async () => {
  test.setTimeout(360_000)
  const followPaths = [
    ...everywhere.filter((path) => !path.startsWith('/p/')),
    `/u/${ann.handle}?tab=following`,
  ]
  const blockPaths = [...everywhere, `/messages?user=${bob.id}`]
  const both = (what: 'follow' | 'block' | 'mute', paths: readonly string[], who = ann, whom = bob) => [
    { title: `${who.name} begins a ${what}`, paths, change: () => begin(who, what, whom) },
    { title: `a ${what} by ${who.name} ends`, paths, change: () => end(who, what, whom) },
  ]
  await compare(ann, [
    ...both('follow', followPaths),
    ...both('block', blockPaths),
    ...both('block', blockPaths, bob, ann),
    ...both('mute', textsOnly(everywhere)),
  ])
})

test('[L76] open pages are as after a reload when the author of a post for few people follows the reader, or no longer does', async () => {
  const { id } = await createPost(bob, 'Gently', { dial: 'gentle' })
  const paths = [`/p/${id}`, `/u/${bob.handle}`]
  await compare(ann, [
    { title: 'the author follows the reader', paths, change: () => begin(bob, 'follow', ann) },
    { title: 'the author no longer follows the reader', paths, change: () => end(bob, 'follow', ann) },
  ])
})

test('[L77] the count of a hashtag follows on every page that shows it', async () => {
  await createPost(bob, 'One #plumbing')
  const pages = await Promise.all(['/', '/?tab=following', `/u/${bob.handle}`].map((path) => open(ann, path)))
  const count = (page: Page) => page.getByRole('list', { name: 'Trending hashtags' }).getByText('2 posts')
  await createPost(cat, 'Two #plumbing')
  for (const page of pages) await expect(count(page)).toBeVisible()
  const anew = await open(ann, '/')
  await expect(count(anew)).toBeVisible()
  await close([...pages, anew])
})

test('[L76] an article that is unpublished and published again shows to an admin as after a reload', async () => {
  // Ann has had a follower for less than a minute: who is popular enough to be suggested is counted once a minute.
  await hideSuggestions(cat.context)
  await grantAdmin(cat, server.dataDir)
  const article = { title: 'Of pipes', slug: 'of-pipes', content: 'Hear ye.', published: true }
  const issued = await call(cat, 'POST', '/blog/posts', article)
  const { id } = (await issued.json()) as { id: string }
  const setPublished = (published: boolean) => call(cat, 'PATCH', `/blog/posts/${id}`, { published })
  const paths = ['/blog/of-pipes', '/blog', '/blog-admin']
  await compare(cat, [
    { title: 'unpublished', paths, change: () => setPublished(false) },
    { title: 'published', paths, change: () => setPublished(true) },
  ])
})

/** Cat hides something of Bob's. Returns what shows it again: his appeal. */
async function hide(targetType: 'post' | 'comment', targetId: string): Promise<() => Promise<void>> {
  await call(ann, 'POST', '/reports', { targetType, targetId, reason: 'spam' })
  const reports = await (await cat.context.request.get('/api/admin/reports')).json()
  const newest = (reports as { id: string }[])[0]!.id
  const decided = await call(cat, 'POST', `/admin/reports/${newest}/actions`, { action: 'remove' })
  const { id } = (await decided.json()) as { id: string }
  return async () => {
    await call(bob, 'POST', `/moderation/cases/${id}/appeal`, { text: 'Please' })
    await call(cat, 'PATCH', `/admin/appeals/${id}`, { status: 'reversed' })
  }
}

test('[L82] what is shown again is in every list that was opened while it was hidden', async () => {
  await grantAdmin(cat, server.dataDir)
  const { id } = await createPost(bob, 'About a #wrench')
  const other = await createPost(cat, 'Of Cat')
  const reply = await comment(bob, other.id, 'To Cat')
  await comment(ann, id, 'To Bob')
  await react(ann, id, '👍')
  await call(ann, 'PUT', `/posts/${id}/bookmark`)
  const showAgain = [await hide('post', id), await hide('comment', reply.id)]
  const paths = [
    '/bookmarks',
    `/u/${ann.handle}?tab=replies`,
    `/u/${ann.handle}?tab=likes`,
    `/u/${bob.handle}`,
    `/u/${bob.handle}?tab=replies`,
    '/search?tag=wrench',
    '/search?q=wrench',
    '/search?q=wrench&sort=top',
  ]
  const change = async () => {
    for (const show of showAgain) await show()
  }
  await compare(ann, [{ title: 'it is shown again', paths, change }])
})

// The last one: it ends Bob.
test('[L83] a deleted account leaves the lists of people on every open page', async () => {
  await Promise.all([end(ann, 'follow', bob), end(ann, 'follow', cat)])
  await Promise.all([follow(bob, cat), follow(cat, bob), follow(bob, ann)])
  const paths = [
    `/u/${cat.handle}?tab=followers`,
    `/u/${cat.handle}?tab=following`,
    `/u/${ann.handle}?tab=followers`,
    `/search?q=${bob.handle}`,
    `/search?q=${bob.handle}&tab=users`,
    '/search',
  ]
  const change = () => call(bob, 'DELETE', '/user/delete-account')
  await compare(ann, [{ title: 'the account is deleted', paths, change }])
})

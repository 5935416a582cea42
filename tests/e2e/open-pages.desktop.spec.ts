import type { Page } from 'playwright/test'
import { comment, createGroup, createPost, follow, message, react } from '#tests/e2e/support/calls.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

// With a server of its own, nobody of another test is suggested.
let server: ServerProcess
/** Reads. The calls of her other device have the session of the browser. */
let ann: Guest
let bob: Guest
let cat: Guest

test.beforeEach(async ({ guest }) => {
  server = await startServerProcess({ LOG_LEVEL: 'warn' })
  ann = await guest('Ann', server.url)
  bob = await guest('Bob', server.url)
  cat = await guest('Cat', server.url)
})
test.afterEach(() => server[Symbol.asyncDispose]())

async function call(who: Guest, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, data?: object) {
  const options = { method, data, headers: { 'sec-fetch-site': 'same-origin' } }
  const response = await who.context.request.fetch(`${server.url}/api${path}`, options)
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true)
  return response
}
const begin = (who: Guest, what: 'follow' | 'block' | 'mute', whom: Guest) =>
  call(who, 'POST', `/users/${whom.id}/${what}`)
const end = (who: Guest, what: 'follow' | 'block' | 'mute', whom: Guest) =>
  call(who, 'DELETE', `/users/${whom.id}/${what}`)

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(/^Loading /)).toHaveCount(0)
}

/** What a page says, without how long ago something was. */
const wordsOf = async (page: Page): Promise<string> =>
  (await page.locator('body').innerText()).replaceAll(/\b(just now|now|\d+ ?s(ec)?|\d+ ?min?)( ago)?\b/g, '')

/** Opens these pages of Ann's, makes the change, and compares each of them with the same page opened anew. */
async function compare(paths: readonly string[], change: () => Promise<unknown>): Promise<void> {
  const pages = await Promise.all(
    paths.map(async (path) => {
      const page = await ann.context.newPage()
      await open(page, server.url + path)
      return { page, path, before: await wordsOf(page) }
    }),
  )
  await change()
  const soft = expect.configure({ soft: true })
  for (const { page, path, before } of pages) {
    const reloaded = async () => {
      await open(ann.page, page.url())
      return wordsOf(ann.page)
    }
    // A change of the store itself is noticed a little later.
    await expect.poll(reloaded, { message: `${path} depends on it` }).not.toBe(before)
    const isSame = async () => expect(await wordsOf(page)).toBe(await wordsOf(ann.page))
    await soft(isSame, path).toPass({ timeout: 20_000 })
  }
}

/** Bob's post stands between two of Cat's, and Bob's comment between two of hers. */
async function everywhere(): Promise<string[]> {
  await createPost(cat, 'The first one')
  const { id } = await createPost(bob, 'Of Bob')
  await comment(cat, id, 'To Bob')
  const last = await createPost(cat, 'The last one')
  await comment(bob, last.id, 'To Cat')
  await Promise.all([follow(ann, cat), follow(bob, cat)])
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

interface Change {
  readonly title: string
  /** Resolves with the addresses of the pages that depend on it. */
  readonly prepare: () => Promise<readonly string[]>
  readonly change: () => Promise<unknown>
}

const withoutCats = (paths: string[]) => paths.filter((path) => !path.startsWith('/p/'))

const FOLLOWS: readonly Change[] = [
  {
    title: 'the viewer follows somebody on another device',
    prepare: async () => withoutCats(await everywhere()),
    change: () => begin(ann, 'follow', bob),
  },
  {
    title: 'the viewer no longer follows somebody on another device',
    prepare: async () => {
      const paths = withoutCats(await everywhere())
      await follow(ann, bob)
      return [...paths, `/u/${ann.handle}?tab=following`]
    },
    change: () => end(ann, 'follow', bob),
  },
  {
    title: 'the author of a post for few people follows the reader',
    prepare: async () => {
      const { id } = await createPost(bob, 'Gently', { dial: 'gentle' })
      return [`/p/${id}`, `/u/${bob.handle}`]
    },
    change: () => begin(bob, 'follow', ann),
  },
  {
    title: 'the author of a post for few people no longer follows the reader',
    prepare: async () => {
      await follow(bob, ann)
      const { id } = await createPost(bob, 'Gently', { dial: 'gentle' })
      return [`/p/${id}`, `/u/${bob.handle}`]
    },
    change: () => end(bob, 'follow', ann),
  },
]

const HIDING: readonly Change[] = (
  [
    ['block', 'the viewer', () => [ann, bob] as const],
    ['block', 'the other person', () => [bob, ann] as const],
    ['mute', 'the viewer', () => [ann, bob] as const],
  ] as const
).flatMap(([what, who, sides]) => [
  {
    title: `${who} begins a ${what} on another device`,
    prepare: async () => hidingPages(what),
    change: () => begin(sides()[0], what, sides()[1]),
  },
  {
    title: `a ${what} by ${who} ends`,
    prepare: async () => {
      const paths = await hidingPages(what)
      await begin(sides()[0], what, sides()[1])
      return paths
    },
    change: () => end(sides()[0], what, sides()[1]),
  },
])

async function hidingPages(what: 'block' | 'mute'): Promise<string[]> {
  const paths = await everywhere()
  await message(ann, bob, 'Hello')
  // A mute hides texts alone.
  return what === 'block'
    ? [...paths, `/messages?user=${bob.id}`]
    : paths.filter((path) => !/followers|people/.test(path))
}

const MEMBERSHIP_AND_ROLES: readonly Change[] = [
  {
    title: 'the viewer is added to a group, or removed from one',
    prepare: async () => {
      await Promise.all([follow(ann, bob), follow(bob, ann)])
      const { id } = await createGroup(bob, 'Left soon', ann)
      return ['/messages', `/messages?user=${id}`]
    },
    change: async () => {
      const groups = await (await bob.context.request.get(`${server.url}/api/messages/conversations`)).json()
      await call(bob, 'DELETE', `/messages/groups/${(groups as { id: string }[])[0]!.id}/members/${ann.id}`)
      await message(bob, await createGroup(bob, 'New', ann), 'Welcome')
    },
  },
]

/** Each relation with the pages that depend on it. */
for (const { title, prepare, change } of [...FOLLOWS, ...HIDING, ...MEMBERSHIP_AND_ROLES])
  test(`[L76] open pages are as after a reload when ${title}`, async () => {
    await compare(await prepare(), change)
  })

test('[L77] the count of a hashtag follows on every page that shows it', async () => {
  await createPost(bob, 'One #plumbing')
  const pages = await Promise.all(
    ['/', '/?tab=following', `/u/${bob.handle}`].map(async (path) => {
      const page = await ann.context.newPage()
      await open(page, server.url + path)
      return page
    }),
  )
  const count = (page: Page) => page.getByRole('list', { name: 'Trending hashtags' }).getByText('2 posts')
  await createPost(cat, 'Two #plumbing')
  for (const page of pages) await expect(count(page)).toBeVisible()
  await open(ann.page, server.url)
  await expect(count(ann.page)).toBeVisible()
})

test('[L76] an article that is unpublished and published again shows to an admin as after a reload', async () => {
  await makeAdmin(ann)
  const article = { title: 'Of pipes', slug: 'of-pipes', content: 'Hear ye.', published: true }
  const issued = await call(ann, 'POST', '/blog/posts', article)
  const { id } = (await issued.json()) as { id: string }
  const setPublished = (published: boolean) => call(ann, 'PATCH', `/blog/posts/${id}`, { published })
  const paths = ['/blog/of-pipes', '/blog', '/blog-admin']
  await compare(paths, () => setPublished(false))
  await compare(paths, () => setPublished(true))
})

async function makeAdmin(who: Guest): Promise<void> {
  await grantAdmin(who.handle, server.dataDir)
  await expect
    .poll(async () => (await who.page.request.get(`${server.url}/api/admin/stats`)).status())
    .toBe(200)
}

/** Cat hides something of Bob's. Returns what shows it again: his appeal. */
async function hide(targetType: 'post' | 'comment', targetId: string): Promise<() => Promise<void>> {
  await call(ann, 'POST', '/reports', { targetType, targetId, reason: 'spam' })
  const reports = await (await cat.context.request.get(`${server.url}/api/admin/reports`)).json()
  const newest = (reports as { id: string }[])[0]!.id
  const decided = await call(cat, 'POST', `/admin/reports/${newest}/actions`, { action: 'remove' })
  const { id } = (await decided.json()) as { id: string }
  return async () => {
    await call(bob, 'POST', `/moderation/cases/${id}/appeal`, { text: 'Please' })
    await call(cat, 'PATCH', `/admin/appeals/${id}`, { status: 'reversed' })
  }
}

test('[L82] what is shown again is in every list that was opened while it was hidden', async () => {
  await makeAdmin(cat)
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
  await compare(paths, async () => {
    for (const show of showAgain) await show()
  })
})

test('[L83] a deleted account leaves the lists of people on every open page', async () => {
  await Promise.all([follow(bob, cat), follow(cat, bob), follow(bob, ann)])
  const paths = [
    `/u/${cat.handle}?tab=followers`,
    `/u/${cat.handle}?tab=following`,
    `/u/${ann.handle}?tab=followers`,
    `/search?q=${bob.handle}`,
    `/search?q=${bob.handle}&tab=users`,
    '/search',
  ]
  await compare(paths, () => call(bob, 'DELETE', '/user/delete-account'))
})

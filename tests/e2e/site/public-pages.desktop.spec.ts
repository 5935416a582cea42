import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright/test'
import type { PostView } from '#contract/posts.ts'
import { holdScripts } from '#tests/e2e/support/hold-scripts.ts'
import { hydrated } from '#tests/e2e/support/prepare-pages.ts'
import { isDrawn, photo, publish } from '#tests/e2e/support/media-files.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, openGuest, test } from '#tests/e2e/support/test.ts'

let ann: Guest
let postId: string
let pictureId: string

test.beforeAll(async ({ contexts }) => {
  ann = await openGuest(contexts, 'Ann')
  pictureId = (await publish(ann, 'With a picture', await photo())).id
  const said = await ann.context.request.post('/api/posts', {
    data: { text: 'A drop for those without scripts, with a #tag in it' },
  })
  postId = ((await said.json()) as PostView).id
  await ann.context.request.patch('/api/users/me', { data: { bio: 'Sits, and reads #books' } })
  await ann.context.request.post(`/api/posts/${postId}/comments`, { data: { text: 'I can read this too' } })
})
test.afterAll(({ contexts }) => contexts.giveBack(ann.context))

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

/**
 * Does `work` for each item, on four pages beside each other: much of a visit is waiting until nothing loads any more.
 */
async function onPages<Item>(
  context: BrowserContext,
  items: readonly Item[],
  work: (page: Page, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const visit = async () => {
    const page = await context.newPage()
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(page, item)
    await page.close()
  }
  await Promise.all(Array.from({ length: 4 }, visit))
}

const publicPages = () => [
  '/',
  '/feed',
  `/p/${postId}`,
  `/p/${pictureId}`,
  `/u/${ann.handle}`,
  '/terms',
  '/founders',
  '/login',
  '/register',
  '/no/such/room',
]

const memberPages = () => [
  '/',
  `/p/${postId}`,
  `/p/${pictureId}`,
  `/u/${ann.handle}`,
  '/messages',
  '/notifications',
  '/terms',
  '/no/such/room',
]

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the public pages can be read, and their links lead on', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Post it. Roast it. Share it.' })).toBeVisible()
    await page
      .getByRole('list', { name: 'Newest drops' })
      .getByRole('link', { name: 'A drop for those without scripts' })
      .first()
      .click()
    await expect(page).toHaveTitle(/^Ann: A drop for those without scripts/)
    await expect(page.getByRole('article')).toContainText('with a #tag in it')
    await expect(page.getByRole('region', { name: 'Comments' }).getByRole('listitem')).toContainText(
      'I can read this too',
    )
    await page.getByRole('article').getByRole('link', { name: 'Ann', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ann' })).toBeVisible()
    await expect(page.getByRole('feed', { name: `Posts by @${ann.handle}` })).toContainText(
      'A drop for those without scripts',
    )
    await page.goto(`/p/${pictureId}`)
    await expect.poll(() => isDrawn(page.getByRole('article').locator('img[data-still]'))).toBe(true)
    await page.goto('/privacy')
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 }).nth(3)).toBeVisible()
    await page.goto('/p/0123456789abcdef01234567')
    await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible()
  })
})

interface Seen {
  shift: number
  moved: string[]
  empty: boolean
  /** The heading of the first HTML. */
  heading: Element | null
}
interface LayoutShift extends PerformanceEntry {
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Records from the start the layout shifts of the page, its first heading, and whether it was ever empty. */
const watchFromTheStart = (page: Page) =>
  page.addInitScript(() => {
    const seen: Seen = { shift: 0, moved: [], empty: false, heading: null }
    Object.assign(window, { seen })
    addEventListener('DOMContentLoaded', () => (seen.heading = document.querySelector('h1')))
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        seen.shift += entry.value
        seen.moved.push(
          ...entry.sources.map(
            ({ node, previousRect, currentRect }) =>
              `${(node as Element | null)?.className} ${JSON.stringify([previousRect, currentRect])}`,
          ),
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      const root = document.getElementById('root')
      if (root && document.readyState !== 'loading' && (root.textContent ?? '').trim().length < 40)
        seen.empty = true
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
const seen = (page: Page) =>
  page.evaluate(() => {
    const { heading, ...rest } = (window as unknown as { seen: Seen }).seen
    return { ...rest, isSameHeading: heading?.isConnected }
  })

// One visit of each page for all that its start must not show.
test('a public page shows at once and does not jump, and React finds what it would render itself, on a desktop and a phone', async ({
  context,
}) => {
  const missing = ['/no/such/room', '/p/0123456789abcdef01234567', '/u/nobody_at_all', '/blog/none']
  await openWithoutChange(context, [...publicPages(), '/blog', '/privacy', ...missing])
})

test('pages of somebody who is signed in show at once, do not jump and hydrate without a difference, on a desktop and a phone', async ({
  guest,
}) => {
  const bob = await guest('Bob')
  await fillInbox(bob)
  const others = ['/blog', '/founders', `/u/${bob.handle}`, '/u/nobody_at_all']
  await openWithoutChange(ann.context, [...memberPages(), ...others], (page) =>
    expect(page.locator('html')).toHaveAttribute('data-member', ''),
  )
})

async function openWithoutChange(
  context: BrowserContext,
  paths: readonly string[],
  alsoExpect?: (page: Page) => Promise<void>,
): Promise<void> {
  const errors: string[] = []
  const watched = new WeakSet<Page>()
  const watch = async (page: Page) => {
    watched.add(page)
    page.on(
      'console',
      (message) => message.type() === 'error' && errors.push(`${page.url()} ${message.text()}`),
    )
    page.on('pageerror', (error) => errors.push(`${page.url()} ${error.message}`))
    await watchFromTheStart(page)
  }
  const visits = paths.flatMap((path) => WINDOWS.map((size) => ({ path, size })))
  await onPages(context, visits, async (page, { path, size }) => {
    if (!watched.has(page)) await watch(page)
    await page.setViewportSize(size)
    await page.goto(path)
    // The right column and the content below the first screen are rendered a moment later.
    await page.waitForLoadState('networkidle')
    const { shift, moved, empty, isSameHeading } = await seen(page)
    const where = `${path} at ${size.width} px`
    expect(shift, `${where} moved ${moved.join('; ')}`).toBeLessThan(0.02)
    expect(empty, `${where} stood empty`).toBe(false)
    expect(isSameHeading, `${where} was rendered anew`).toBe(true)
    await alsoExpect?.(page)
  })
  // The browser says of a document with status 404 that it could not be loaded.
  expect(errors.filter((text) => !text.includes('status of 404'))).toEqual([])
}

/** Bob writes to Ann and reacts to her: she has a conversation and notifications. */
async function fillInbox(bob: Guest): Promise<void> {
  const profile = await bob.context.request.get(`/api/users/${ann.handle}`)
  const { id } = (await profile.json()) as { id: string }
  const said = await bob.context.request.post('/api/messages', {
    data: { receiverId: id, content: 'Is it free?', clientId: randomUUID() },
  })
  expect(said.ok(), await said.text()).toBe(true)
  await bob.context.request.post(`/api/users/${id}/follow`)
}

test('text is painted before any script of the page is requested', async ({ page }) => {
  await page.goto('/feed')
  const { painted, asked } = await page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
    return {
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      asked: Math.min(...scripts.map(({ startTime }) => startTime)),
    }
  })
  expect(painted).toBeLessThan(asked)
})

test("a visitor's page makes no session call, and logs no error", async ({ page }) => {
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(asked.some((path) => path.startsWith('/assets/'))).toBe(true)
  expect(asked).not.toContain('/api/auth/me')
  expect(complaints).toEqual([])
})

test('what is typed and sent before the code of the log-in has come stays, and is sent by that code', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/login?next=/settings', { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Email').click()
  await page.keyboard.type(`${ann.handle}@people.example`)
  const password = page.getByLabel('Password', { exact: true })
  await password.click()
  await page.keyboard.type('not-the-password')
  await page.keyboard.press('Enter')
  // The browser has not sent the form: the password is not in the address.
  expect(new URL(page.url()).search).toBe('?next=/settings')
  release()
  await hydrated(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed.' })).toBeVisible()
  await expect(password).toHaveValue('not-the-password')
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
    'href',
    '/api/auth/google?next=%2Fsettings',
  )
})

test('a button that is clicked before the code has come does its work once the code is here', async () => {
  const page = await ann.context.newPage()
  const release = await holdScripts(page)
  await page.goto(`/p/${postId}`, { waitUntil: 'domcontentloaded' })
  const reacted = page.waitForResponse('**/reaction')
  await page
    .getByRole('group', { name: 'Reactions' })
    .getByRole('button', { name: 'poo', exact: true })
    .click()
  release()
  await reacted
  await expect(page.getByRole('button', { name: 'poo, 1' })).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(page.getByRole('button', { name: 'poo, 1' })).toHaveAttribute('aria-pressed', 'true')
  await page.close()
})

test('focus, selected text and the place in the page stay when scripts come late', async ({ context }) => {
  const paths = ['/', '/feed', `/p/${postId}`, `/u/${ann.handle}`, '/terms', '/founders']
  await onPages(context, paths, async (page, path) => {
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const link = page.locator('main a[href]').first()
    await link.focus()
    const before = await page.evaluate(() => {
      const text = document.querySelector('main h1, main h2')!
      getSelection()!.selectAllChildren(text)
      scrollTo(0, 120)
      return { selected: getSelection()!.toString(), top: text.getBoundingClientRect().top }
    })
    release()
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    await expect(link, path).toBeFocused()
    const after = await page.evaluate(() => ({
      selected: getSelection()!.toString(),
      top: document.querySelector('main h1, main h2')!.getBoundingClientRect().top,
    }))
    expect(after, path).toEqual(before)
    await page.unroute('**/assets/*.js')
  })
})

test('somebody who reads their home keeps focus and place when scripts come late', async () => {
  const page = await ann.context.newPage()
  for (let i = 0; i < 6; i++)
    await ann.context.request.post('/api/posts', {
      data: { text: `Something to read, part ${i}. `.repeat(8) },
    })
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const third = page.getByRole('feed').getByRole('article').nth(2)
  const link = third.getByRole('link', { name: 'Ann', exact: true })
  await link.focus()
  await page.evaluate(() => scrollTo(0, 300))
  const before = await third.boundingBox()
  release()
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  await expect(link).toBeFocused()
  expect((await third.boundingBox())!.y).toBeCloseTo(before!.y, 0)
  await page.close()
})

test('a long feed of unequal posts moves nothing when scripts come late, on a desktop and a phone', async ({
  context,
}) => {
  for (let i = 0; i < 16; i++)
    await ann.context.request.post('/api/posts', {
      data: { text: `Drop ${i}. ${'A line of a longer story. '.repeat((i % 4) * 5)}` },
    })
  const visits = WINDOWS.flatMap((size) => [900, 1_700].map((top) => ({ size, top })))
  await onPages(context, visits, async (page, { size, top }) => {
    await page.setViewportSize(size)
    const release = await holdScripts(page)
    await page.goto('/feed', { waitUntil: 'domcontentloaded' })
    // Only the scripts are late: another font breaks the lines elsewhere. Those that a system lacks cannot be loaded.
    await page.evaluate(() => Promise.allSettled([...document.fonts].map((face) => face.load())))
    await page.evaluate((y) => scrollTo(0, y), top)
    const read = await postInSight(page)
    release()
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    // The rows are measured when the page is idle; a frame after that nothing may have moved.
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(resolve))),
    )
    expect(await postInSight(page), `scrolled to ${top} at ${size.width} px`).toEqual(read)
  })
})

/** The first post that begins in the window, and where. */
const postInSight = (page: Page) =>
  page.evaluate(() => {
    const post = [...document.querySelectorAll('main article')].find(
      (article) => article.getBoundingClientRect().top >= 0,
    )
    return (
      post && {
        text: post.textContent?.match(/Drop \d+/)?.[0],
        top: Math.round(post.getBoundingClientRect().top),
      }
    )
  })

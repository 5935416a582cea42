import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright/test'
import type { PostView } from '#contract/posts.ts'
import type { Contexts } from './contexts.ts'
import { holdScripts } from './hold-scripts.ts'
import { photo, publish } from './media-files.ts'
import type { Guest } from './people.ts'
import { hydrated } from './prepare-pages.ts'
import { expect, openGuest } from './test.ts'

/** Ann, and what she has written: a post with a comment, and one with a picture. */
export interface Author {
  readonly ann: Guest
  readonly postId: string
  readonly pictureId: string
}

export async function openAuthor(contexts: Contexts): Promise<Author> {
  const ann = await openGuest(contexts, 'Ann')
  const { request } = ann.context
  const pictureId = (await publish(ann, 'With a picture', await photo())).id
  const said = await request.post('/api/posts', {
    data: { text: 'A drop for those without scripts, with a #tag in it' },
  })
  const postId = ((await said.json()) as PostView).id
  await request.patch('/api/users/me', { data: { bio: 'Sits, and reads #books' } })
  await request.post(`/api/posts/${postId}/comments`, { data: { text: 'I can read this too' } })
  return { ann, postId, pictureId }
}

/** Bob writes to Ann and follows her: she has a conversation and notifications. */
export async function fillInbox(bob: Guest, ann: Guest): Promise<void> {
  const profile = await bob.context.request.get(`/api/users/${ann.handle}`)
  const { id } = (await profile.json()) as { id: string }
  const said = await bob.context.request.post('/api/messages', {
    data: { receiverId: id, content: 'Is it free?', clientId: randomUUID() },
  })
  expect(said.ok(), await said.text()).toBe(true)
  await bob.context.request.post(`/api/users/${id}/follow`)
}

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }
type Size = typeof DESKTOP

/** A path, and the window in which it is looked at. */
export type Visit = readonly [path: string, size: Size]

/** One size after the other: what a size does is the same on each page. */
export const inTurns = (paths: readonly string[]): Visit[] =>
  paths.map((path, at) => [path, at % 2 === 0 ? DESKTOP : PHONE])
export const inBothSizes = (paths: readonly string[]): Visit[] =>
  paths.flatMap((path) => [DESKTOP, PHONE].map((size): Visit => [path, size]))

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

/**
 * Each page shows at once, does not jump, and React finds what it would render itself. Resolves with the requests:
 * address and body.
 */
export async function openWithoutChange(
  context: BrowserContext,
  visits: readonly Visit[],
  alsoExpect?: (page: Page, path: string) => Promise<void>,
): Promise<string[]> {
  const [errors, asked]: [string[], string[]] = [[], []]
  const watched = new WeakSet<Page>()
  const watch = async (page: Page) => {
    watched.add(page)
    page.on(
      'console',
      (message) => message.type() === 'error' && errors.push(`${page.url()} ${message.text()}`),
    )
    page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
    page.on('pageerror', (error) => errors.push(`${page.url()} ${error.message}`))
    await watchFromTheStart(page)
  }
  await onPages(context, visits, async (page, [path, size]) => {
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
    await alsoExpect?.(page, path)
  })
  // The browser says of a document with status 404 that it could not be loaded.
  expect(errors.filter((text) => !text.includes('status of 404'))).toEqual([])
  return asked
}

/** Focus, selected text and the place in the page stay when scripts come late. */
export async function keepsPlace(context: BrowserContext, paths: readonly string[]): Promise<void> {
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
}

/** A long feed of unequal posts moves nothing when scripts come late: it is scrolled down by `top`. */
export async function keepsFeed(
  context: BrowserContext,
  visits: readonly { size: Size; top: number }[],
): Promise<void> {
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
}

/** Posts of many lengths. */
export async function writeLongFeed({ context }: Guest): Promise<void> {
  for (let i = 0; i < 16; i++)
    await context.request.post('/api/posts', {
      data: { text: `Drop ${i}. ${'A line of a longer story. '.repeat((i % 4) * 5)}` },
    })
}

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

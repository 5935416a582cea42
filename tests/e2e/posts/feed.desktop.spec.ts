import type { Locator, Page } from 'playwright/test'
import {
  card,
  comment,
  createPost,
  createPosts,
  deletePost,
  follow,
  holdWrites,
  placeOf,
  react,
} from '#tests/e2e/support/calls.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { hasShortcuts } from '#tests/e2e/support/prepare-pages.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

// What needs no layout is tested in tests/pages/posts/feed.test.ts.
// The reader's Following contains only the writer's posts, whatever other tests post meanwhile.
let writer: Guest
let reader: Guest

test.beforeEach(async ({ guest }) => {
  writer = await guest('Writer')
  reader = await guest('Reader')
  await follow(reader, writer)
})

const pill = (page: Page, words: RegExp | string) => page.getByRole('button', { name: words })
const composer = (page: Page) => page.getByPlaceholder('Top Crap Talk 💩')

/** Opens Following and waits until it asks to be told of new posts. */
async function openFollowing(page: Page): Promise<void> {
  const watching = page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framesent', {
      predicate: ({ payload }) => payload.toString().includes('"topic":"following"'),
    }),
  )
  await page.goto('/?tab=following')
  await watching
}

/** Two frames: whatever was about to be drawn is drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

const scrollPageTo = async (page: Page, top: number) => {
  await page.evaluate((y) => window.scrollTo(0, y), top)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
}

test("a new post waits behind '1 new drop' and moves no visible post, and neither does one that is deleted above; a click on the pill, and a link to the page that is open, show the new one from any place", async () => {
  const posts = await createPosts(
    writer,
    18,
    (number) => `${'Many words. '.repeat(number % 5)}Old news ${number}.`,
  )
  const { page } = reader
  const opened = page.waitForEvent('websocket')
  await openFollowing(page)
  const socket = await opened
  // The pill does not change while a menu is open; a post behind it that quotes another has its card.
  await card(page, 'Old news 18.').getByRole('button', { name: 'Post options' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  const heard = socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => payload.toString().includes('Not now'),
  })
  await createPost(writer, 'Not now', { quotedId: posts[17]!.id })
  await heard
  await drawn(page)
  await expect(pill(page, /new drop/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await pill(page, '1 new drop').click()
  await expect(card(page, 'Not now').getByRole('link', { name: /Old news 18/ })).toBeVisible()

  await page.evaluate(() => scrollTo(0, 1_200))
  const read = card(page, 'Old news 10.')
  await expect(read).toBeInViewport()
  const before = { place: await placeOf(read), scroll: await page.evaluate(() => scrollY) }
  await deletePost(writer, posts[16]!.id)
  await deletePost(writer, posts[15]!.id)
  // What is above gets shorter, and the scroll position with it.
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before.scroll - 200)
  expect(await placeOf(read)).toBe(before.place)

  await createPost(writer, 'Fresh from the bowl')
  await expect(pill(page, '1 new drop')).toBeVisible()
  await createPost(writer, 'And another')
  await expect(pill(page, '2 new drops')).toBeVisible()
  expect(await placeOf(read)).toBe(before.place)
  await expect(card(page, 'Fresh from the bowl')).toHaveCount(0)
  await pill(page, '2 new drops').click()
  await expect(card(page, 'And another')).toBeInViewport()
  await expect(card(page, 'Fresh from the bowl')).toBeInViewport()
  await expect(pill(page, /new drop/)).toHaveCount(0)

  for (const top of [300, 600, 1_000]) {
    await scrollPageTo(page, top)
    await createPost(writer, `Fresh at ${top}`)
    await pill(page, '1 new drop').click()
    await expect(card(page, `Fresh at ${top}`)).toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  await scrollPageTo(page, 600)
  await createPost(writer, 'Fresh again')
  await expect(pill(page, '1 new drop')).toBeVisible()
  await page.getByRole('link', { name: 'Following', exact: true }).click()
  await expect(card(page, 'Fresh again')).toBeInViewport()
  await expect(pill(page, /new drop/)).toHaveCount(0)
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await page.getByRole('link', { name: 'For you' }).click()
  await expect(page.getByRole('feed', { name: 'For you' })).toBeVisible()
  for (const door of [/^Home/, /^Royal Flush/]) {
    await scrollPageTo(page, 400)
    await page.getByRole('link', { name: door }).first().click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  }
})

test('L13, L1: only visible posts are subscribed to, only while they are visible; a change out of sight is there later; comments that open never lie below the next post', async () => {
  const posts = await createPosts(writer, 20, (number) => `Watched ${number}.`)
  for (const at of [1, 2, 3]) await comment(writer, posts.at(-3)!.id, `Words ${at}`)
  const { page } = reader
  const watched = new Set<string>()
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const [, name, ids] = /\["(watch|unwatch)",\{"posts":\[([^\]]*)\]/.exec(payload.toString()) ?? []
      for (const id of ids?.match(/[0-9a-f]{24}/g) ?? []) {
        if (name === 'watch') watched.add(id)
        else watched.delete(id)
      }
    }),
  )
  await openFollowing(page)
  const [newest, oldest] = [posts.at(-1)!.id, posts[0]!.id]
  await expect.poll(() => watched.has(newest)).toBe(true)
  expect(watched.size).toBeLessThan(10)
  expect(watched.has(oldest)).toBe(false)
  await react(writer, oldest, '👍')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => watched.has(oldest)).toBe(true)
  await expect.poll(() => watched.has(newest)).toBe(false)
  expect(watched.size).toBeLessThan(10)
  await expect(card(page, 'Watched 1.').getByRole('button', { name: 'thumbs up, 1' })).toBeVisible()

  // Not for a frame.
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.locator('.rf-rows-flow')).toHaveCount(0)
  const row = page.locator('.rf-row').filter({ hasText: 'Watched 18.' })
  await expect(row).toBeVisible()
  await row.evaluate((one) => {
    const seen: number[] = []
    const look = () => {
      const below = one.nextElementSibling!.getBoundingClientRect().top
      seen.push(one.firstElementChild!.getBoundingClientRect().bottom - below)
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { overlaps: seen })
  })
  await row.getByRole('button', { name: 'Comments' }).click()
  await expect(row.getByText('Words 3')).toBeVisible()
  await drawn(page)
  const overlaps = await page.evaluate(() => (window as unknown as { overlaps: number[] }).overlaps)
  expect(overlaps.length).toBeGreaterThan(2)
  expect(Math.max(...overlaps)).toBeLessThan(1)
})

/** What a new post looks like from the press of the button to the moment in which its card appears. */
const watchFlush = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ textWidth: number; fieldWidth: number; goneFor: number; drips: boolean }>((resolve) => {
        const look = new MutationObserver(() => {
          const card = document.querySelector('.s-post-arriving')
          const text = document.querySelector<HTMLElement>('.s-writing-drain > span')
          if (!card || !text) return
          look.disconnect()
          resolve({
            // Without what the animation does to them.
            textWidth: text.offsetWidth,
            fieldWidth: text.parentElement!.offsetWidth,
            goneFor: Number(text.getAnimations()[0]?.currentTime),
            drips: card.getAnimations().some((one) => (one as CSSAnimation).animationName === 'rf-drip'),
          })
        })
        look.observe(document.body, { subtree: true, childList: true, attributes: true })
        document.querySelector<HTMLFormElement>('form[aria-label="New post"]')!.requestSubmit()
      }),
  )

test('a new post goes down around the centre of its own text, and its card drips in after that', async () => {
  const { page } = writer
  await page.goto('/')
  const letGo = await holdWrites(page, '**/api/posts')
  await composer(page).fill('Round and round.')
  const { textWidth, fieldWidth, goneFor, drips } = await watchFlush(page)
  expect(textWidth).toBeLessThan(fieldWidth / 2)
  // It goes already. How far it has come depends on how many frames the machine draws.
  expect(goneFor).toBeGreaterThanOrEqual(0)
  expect(drips).toBe(true)
  letGo()
  await expect(card(page, 'Round and round.')).toHaveCount(1)
})

test('Back returns to the exact place, also when the page was left by keys or by a click of an assistive tool', async () => {
  await createPosts(writer, 45, (number) => `${'A tale of many lines. '.repeat(number % 7)}Tale ${number}.`)
  const { page } = reader
  await openFollowing(page)
  await page.getByRole('button', { name: 'Load more drops' }).click()
  await expect(page.getByText('Loading more drops...')).toHaveCount(0)
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const byTime = async (tale: Locator) => {
    await tale
      .getByRole('link')
      .filter({ has: page.locator('time') })
      .click()
    await expect(heading('Post')).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
  }
  const byKeys = async () => {
    await hasShortcuts(page)
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await expect(heading('Messages')).toBeVisible()
    await page.goBack()
  }
  const byTool = async () => {
    const link = page.getByRole('link', { name: /^Messages/ }).first()
    await link.evaluate((one: HTMLElement) => one.click())
    await expect(heading('Messages')).toBeVisible()
    await page.goBack()
  }
  for (const [top, leaveAndReturn] of [
    [4_000, byTime],
    [1_500, byKeys],
    [1_500, byTool],
  ] as const) {
    await page.evaluate((y) => scrollTo(0, y), top)
    // What comes into sight is measured first, and may move by a few pixels for that.
    await drawn(page)
    const tale = card(page, await firstReadable(page))
    const before = await placeOf(tale)
    await leaveAndReturn(tale)
    await expect(tale).toBeInViewport()
    await drawn(page)
    expect(await placeOf(tale)).toBe(before)
  }
})

/** The last words of the first post that stands whole below the header. */
async function firstReadable(page: Page): Promise<string> {
  const read = () =>
    page.evaluate(() => {
      const articles = [...document.querySelectorAll('article')]
      const text = articles.find((article) => article.getBoundingClientRect().top > 60)?.textContent ?? ''
      return /Tale \d+\./.exec(text)?.[0] ?? ''
    })
  await expect.poll(read).not.toBe('')
  return read()
}

test('L7: posts, deletions and counts from while the network was away are there when it comes back; a flood of posts is one pill; the list has an end', async () => {
  const { page } = reader
  const kept = await createPost(writer, 'This one stays')
  const lost = await createPost(writer, 'This one goes')
  await openFollowing(page)
  await expect(card(page, 'This one goes')).toBeVisible()
  await reader.context.setOffline(true)
  await createPost(writer, 'Written in the dark')
  await deletePost(writer, lost.id)
  await react(writer, kept.id, '😂')
  await reader.context.setOffline(false)
  await expect(pill(page, '1 new drop')).toBeVisible()
  await expect(card(page, 'This one goes')).toHaveCount(0)
  await expect(card(page, 'This one stays').getByRole('button', { name: 'laughing face, 1' })).toBeVisible()
  await pill(page, '1 new drop').click()
  await expect(card(page, 'Written in the dark')).toBeVisible()

  // L14: a flood of posts is one pill, and a click on it restarts the list at its top.
  await Promise.all(Array.from({ length: 64 }, (_, at) => createPost(writer, `Flood ${at}.`)))
  await expect(pill(page, /\+ new drops/)).toBeVisible()
  await pill(page, /\+ new drops/).click()
  await expect(card(page, 'Flood').first()).toBeInViewport()
  await expect(pill(page, /new drop/)).toHaveCount(0)
  // Page by page, by the button or by coming near it.
  const [more, end] = [
    page.getByRole('button', { name: 'Load more drops' }),
    page.getByText("You've reached the end!"),
  ]
  await expect
    .poll(async () => {
      await more.click({ timeout: 500 }).catch(() => undefined)
      return end.isVisible()
    })
    .toBe(true)
  await end.scrollIntoViewIfNeeded()
  await expect(page.getByText('Time to create some fresh content')).toBeVisible()
  await expect(card(page, 'This one stays')).toBeVisible()
})

import type { Page } from 'playwright/test'
import { befriend, card, createPost, message, reactToMessage } from './support/calls.ts'
import { expect, test } from './support/test.ts'

// What a touch changes is painted before anything else happens: no test of time, which other processes change.

/** The page when it paints the answer to the next touch, and what it has asked the server for by then. */
interface Frame {
  answered: boolean
  requests: string[]
}

/** Looks at the page in the frame of the next click, for whether there is an element with this text. */
const watchFrame = (page: Page, selector: string, text = '') =>
  page.evaluate(
    ([selector, text]) => {
      const send = window.fetch
      const requests: string[] = []
      window.fetch = (address, init) => {
        requests.push(address as string)
        return send(address, init)
      }
      const look = (seen: (frame: Frame) => void) => () => {
        window.fetch = send
        const answered = [...document.querySelectorAll(selector)].some((element) =>
          element.textContent.includes(text),
        )
        seen({ answered, requests })
      }
      window.nextFrame = new Promise((seen) => {
        addEventListener('click', () => requestAnimationFrame(look(seen)), { capture: true, once: true })
      })
    },
    [selector, text] as const,
  )

declare global {
  interface Window {
    nextFrame: Promise<Frame>
  }
}

/** The page has answered and has not made this request yet. */
async function expectAnswerBefore(request: string, page: Page) {
  const { answered, requests } = await page.evaluate(() => window.nextFrame)
  expect(answered).toBe(true)
  expect(requests).not.toContain(request)
}

test('a sent message shows in the frame of the touch, and the request follows it', async ({ guest }) => {
  const [{ page }, bob] = [await guest('Ann'), await guest('Bob')]
  await page.goto(`/messages?user=${bob.id}`)
  for (const content of ['The first flush', 'The second flush']) {
    await page.getByPlaceholder('Write a message').fill(content)
    await watchFrame(page, '.s-bubble', content)
    await page.getByRole('button', { name: 'Send message' }).tap()
    await expectAnswerBefore('/api/messages', page)
    await expect(page.getByText(/· Sent/)).toBeVisible()
  }
})

test('the rows of a thread are as high as they are expected to be before they are laid out', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  for (const content of ['one', 'two']) await message(bob, ann, content)
  await reactToMessage(bob, await message(bob, ann, 'three'), '👍')
  await ann.page.goto(`/messages?user=${bob.id}`)
  const rows = ann.page.locator('.s-thread-item')
  await expect(rows).toHaveCount(5)
  // The numbers of thread-rows.test.ts: a divider of the day and of what is new, the first of a group, one in
  // the middle, the last with a reaction.
  expect(await rows.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))).toEqual([
    36, 36, 52, 42, 94,
  ])
})

test('a reaction shows in the frame of the touch, and the request follows it; a menu button looks pressed in it, and the menu follows, each time', async ({
  guest,
}) => {
  const ann = await guest('Ann')
  const post = await createPost(ann, 'React to this')
  await ann.page.goto('/profile')
  await watchFrame(ann.page, '.s-reaction-own', '👍')
  await card(ann.page, 'React to this').getByRole('button', { name: 'thumbs up' }).tap()
  await expectAnswerBefore(`/api/posts/${post.id}/reaction`, ann.page)
  await expect(ann.page.getByRole('button', { name: 'thumbs up, 1' })).toHaveAttribute('aria-pressed', 'true')

  const options = ann.page.getByRole('button', { name: 'Post options' })
  for (const _time of ['its code is loaded first', 'it is there']) {
    await watchFrame(ann.page, '.rf-icon-button[data-state="open"]')
    await options.tap()
    await expectAnswerBefore('', ann.page)
    await expect(ann.page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
    await expect(options).toHaveAttribute('aria-expanded', 'true')
    await ann.page.keyboard.press('Escape')
    await expect(ann.page.getByRole('menu')).toHaveCount(0)
    await expect(options).toBeFocused()
    await expect(options).toHaveAttribute('data-state', 'closed')
  }
})

test('a link looks pressed in the frame of the touch, until its page is there', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  await message(bob, ann, 'Are you in there?')
  await ann.page.goto('/messages')
  await watchFrame(ann.page, 'a[data-pressed]', 'Are you in there?')
  await ann.page
    .getByRole('complementary', { name: 'Conversations' })
    .getByRole('link', { name: /Bob/ })
    .tap()
  await expectAnswerBefore('', ann.page)
  await expect(ann.page.getByRole('region', { name: 'Messages with Bob' })).toContainText('Are you in there?')
  await expect(ann.page.locator('a[data-pressed]')).toHaveCount(0)
})

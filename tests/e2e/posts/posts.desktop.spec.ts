import type { Page } from 'playwright/test'
import type { PostView } from '#contract/posts.ts'
import { card, comment, createPost, editPost } from '#tests/e2e/support/calls.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

// Two people and a second tab, with real pages. The rules of one page are tested in tests/pages/posts/post-page.test.ts.
let ann: Guest
let bob: Guest
let post: PostView

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
  post = await createPost(ann, 'Who took the good paper?')
  await Promise.all([open(ann.page), open(bob.page)])
})

/** Opens the post's page and waits until it is subscribed to the post. */
async function open(page: Page): Promise<void> {
  const watching = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framesent', { predicate: ({ payload }) => payload.toString().includes(post.id) }),
    )
  await page.goto(`/p/${post.id}`)
  await watching
  await expect(card(page, 'Who took the good paper?')).toBeVisible()
}

const reaction = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Reactions' }).getByRole('button', { name })
const comments = (page: Page) => page.getByRole('region', { name: 'Comments' })

test('reactions, comments, edits and deletions are on every tab and for everybody, also after an outage, and the link is copied', async () => {
  const secondTab = await bob.context.newPage()
  await open(secondTab)
  // A fast double click ends as it began.
  await reaction(bob.page, 'red heart').dblclick()
  await reaction(bob.page, 'thumbs up').click()
  for (const page of [bob.page, secondTab, ann.page]) {
    await expect(reaction(page, 'thumbs up, 1')).toBeVisible()
    await expect(reaction(page, 'red heart, 1')).toHaveCount(0)
  }
  await expect(reaction(secondTab, 'thumbs up, 1')).toHaveAttribute('aria-pressed', 'true')
  await expect(reaction(ann.page, 'thumbs up, 1')).toHaveAttribute('aria-pressed', 'false')
  await reaction(bob.page, 'thumbs up').dblclick()
  await reaction(bob.page, 'thumbs up').click()
  for (const page of [bob.page, secondTab, ann.page])
    await expect(reaction(page, 'thumbs up, 1')).toHaveCount(0)

  await comments(bob.page).getByPlaceholder('Leave your mark').fill('It was the duk.')
  await comments(bob.page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comments(ann.page)).toContainText('It was the duk.')
  await expect(ann.page.getByRole('heading', { name: /Comments 1/ })).toBeVisible()
  const own = comments(bob.page).getByRole('listitem')
  await own.getByRole('button', { name: 'Comment options' }).click()
  await bob.page.getByRole('menuitem', { name: 'Edit' }).click()
  await bob.page.getByRole('textbox', { name: 'Comment text' }).fill('It was the jester.')
  await bob.page.keyboard.press('Control+Enter')
  await expect(comments(ann.page)).toContainText('It was the jester.')
  await own.getByRole('button', { name: 'Comment options' }).click()
  await bob.page.getByRole('menuitem', { name: 'Delete' }).click()
  await bob.page.getByRole('button', { name: 'Delete' }).click()
  for (const page of [ann.page, bob.page]) await expect(comments(page).getByRole('listitem')).toHaveCount(0)

  // L7: what happens while the network is away is there when it comes back.
  const gone = await comment(ann, post.id, 'Said too soon')
  await expect(comments(bob.page)).toContainText('Said too soon')
  await bob.context.setOffline(true)
  await comment(ann, post.id, 'Said in the dark')
  await ann.context.request.delete(`/api/comments/${gone.id}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await editPost(ann, post.id, 'Who took the good paper? Never mind.')
  await bob.context.setOffline(false)
  await expect(comments(bob.page)).toContainText('Said in the dark')
  await expect(comments(bob.page)).not.toContainText('Said too soon')
  await expect(card(bob.page, 'Never mind.')).toBeVisible()
  await expect(bob.page.getByRole('heading', { name: /Comments 1/ })).toBeVisible()

  await bob.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await bob.page.getByRole('button', { name: 'Share' }).click()
  await bob.page.getByRole('menuitem', { name: 'Copy Link' }).click()
  await expect(bob.page.getByText('Link copied!', { exact: true })).toBeVisible()
  expect(await bob.page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${new URL(bob.page.url()).origin}/post/${post.id}`,
  )
  await ann.page.getByRole('button', { name: 'Share' }).click()
  await expect(ann.page.getByText('Shared once')).toBeVisible()
  await ann.page.keyboard.press('Escape')

  await ann.page.getByRole('button', { name: 'Post options' }).click()
  await ann.page.getByRole('menuitem', { name: 'Edit' }).click()
  await ann.page.getByRole('textbox', { name: 'Post text' }).fill('Who took the good towels?')
  await ann.page.getByRole('button', { name: 'Save' }).click()
  await expect(card(bob.page, 'Who took the good towels?')).toBeVisible()
  await ann.page.getByRole('button', { name: 'Post options' }).click()
  await ann.page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(bob.page.getByText('Post not found')).toBeVisible()
  await expect(ann.page).toHaveURL('/')
})

import { randomBytes } from 'node:crypto'
import { card, createPost, react } from '#tests/e2e/support/calls.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

let ann: Guest
let bob: Guest
/** A word that no other test uses. */
let word: string

test.beforeEach(async ({ guest }) => {
  word = `w${randomBytes(5).toString('hex')}`
  ann = await guest(`Ann${word}`)
  bob = await guest('Bob')
})

test('the tab with results is open while the other one is empty, until one is chosen', async () => {
  const { page } = bob
  await page.goto(`/search?q=${ann.name}`)
  await expect(page.getByRole('list', { name: 'People found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users (1)' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Posts (0)' }).click()
  await expect(page.getByText('No posts found')).toBeVisible()
})

test('a leading # looks for a hashtag; links and Back reach the box', async () => {
  await createPost(ann, `Tagged #${word}`)
  await createPost(ann, `Not tagged ${word}`)
  const { page } = bob
  await page.goto('/search')
  await page.getByRole('searchbox', { name: 'Search posts and people' }).fill(`#${word}`)
  await expect(page.getByRole('link', { name: 'Posts (1)' })).toBeVisible()
  await expect(page).toHaveURL(`/search?tag=${word}`)
  await card(page, `Tagged #${word}`).getByRole('link', { name: ann.name }).first().click()
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Search posts and people' })).toHaveValue(`#${word}`)
  await page.getByRole('searchbox', { name: 'Search posts and people' }).fill('')
  await expect(page.getByText('Search for content')).toBeVisible()
})

test('people can be followed from the results; oneself and visitors have no button', async ({ page }) => {
  await bob.page.goto(`/search?q=${ann.name}&tab=users`)
  await bob.page.getByRole('button', { name: `Follow ${ann.name}` }).click()
  await expect(bob.page.getByRole('button', { name: `Following ${ann.name}` })).toBeVisible()
  for (const looker of [ann.page, page]) {
    await looker.goto(`/search?q=${ann.name}&tab=users`)
    await expect(
      looker.getByRole('list', { name: 'People found' }).getByRole('link', { name: ann.name }),
    ).toBeVisible()
    await expect(looker.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  }
})

test('results on screen are updated live', async () => {
  const post = await createPost(ann, `Count on ${word}`)
  await bob.page.goto(`/search?q=${word}`)
  const found = card(bob.page, `Count on ${word}`)
  await expect(found).toBeVisible()
  await bob.page.waitForLoadState('networkidle')
  await react(ann, post.id, '💩')
  await expect(found.getByRole('button', { name: /poo/ })).toContainText('1')
})

test('a search that fails says so, and Retry loads it again', async () => {
  const { page } = bob
  let refuses = true
  // Until Retry has loaded the page again: a resync would otherwise read the list before the button is pressed.
  await page.route('**/api/posts?q=*', (route) =>
    refuses ? route.fulfill({ status: 400, body: 'No.' }) : route.continue(),
  )
  await page.goto(`/search?q=${word}`)
  await expect(page.getByText('Search failed')).toBeVisible()
  await expect(page.getByText('Something went wrong while searching. Please try again.')).toBeVisible()
  page.once('framenavigated', () => (refuses = false))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No posts found')).toBeVisible()
})

test('people are offered while somebody types into the box of the column, by keys as well', async () => {
  const { page } = bob
  await page.goto('/')
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.pressSequentially(ann.name.slice(0, -2))
  const options = page.getByRole('listbox', { name: 'People' }).getByRole('option')
  await expect(options).toHaveText([new RegExp(`@${ann.handle}`)])
  await box.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await box.press('Escape')
  await expect(options).toHaveCount(0)
  await box.press('End')
  await box.pressSequentially(ann.name.slice(-2, -1))
  await expect(options).toHaveText([new RegExp(`@${ann.handle}`)])
  await box.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await box.press('Enter')
  await expect(page).toHaveURL(`/u/${ann.handle}`)
  // Enter alone searches.
  await box.fill(word)
  await box.press('Enter')
  await expect(page).toHaveURL(`/search?q=${word}`)
})

test('before typing there are recent searches, which can be cleared', async () => {
  await createPost(ann, `Something about ${word}`)
  const { page } = bob
  await page.goto('/search')
  await page.getByRole('searchbox', { name: 'Search posts and people' }).pressSequentially(word)
  await card(page, `Something about ${word}`).getByRole('link', { name: ann.name }).first().click()
  await expect(page.getByRole('heading', { name: ann.name, level: 1 })).toBeVisible()
  await page.goto('/search')
  const recent = page.getByRole('region', { name: 'Recent' })
  await expect(recent.getByRole('link')).toHaveText([word])
  await recent.getByRole('link', { name: word }).click()
  await expect(card(page, `Something about ${word}`)).toBeVisible()
  await page.goto('/search')
  await recent.getByRole('button', { name: 'Clear' }).click()
  await expect(recent).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Search for content')).toBeVisible()
  await expect(recent).toHaveCount(0)
})

test('posts are sorted by their reactions, which change live; people stand above the posts', async () => {
  const loved = await createPost(ann, `Loved ${word}`)
  await createPost(ann, `Newer ${word}`)
  await react(ann, loved.id, '💩')
  const { page } = bob
  await page.goto(`/search?q=${word}`)
  const found = page.getByRole('feed', { name: `Posts found for ${word}` }).getByRole('article')
  await expect(found).toHaveText([new RegExp(`Newer ${word}`), new RegExp(`Loved ${word}`)])
  await page.getByText('Most reacted').click()
  await expect(found).toHaveText([new RegExp(`Loved ${word}`), new RegExp(`Newer ${word}`)])
  await expect(page).toHaveURL(/sort=top/)
  await page.waitForLoadState('networkidle')
  await react(bob, loved.id, '❤️')
  await expect(found.first().getByRole('button', { name: 'red heart, 1' })).toBeVisible()
  await page.reload()
  await expect(found).toHaveText([new RegExp(`Loved ${word}`), new RegExp(`Newer ${word}`)])
  await createPost(bob, `About ${ann.name}`)
  await page.goto(`/search?q=${ann.name}`)
  await expect(
    page.getByRole('region', { name: 'People' }).getByRole('link', { name: ann.name }),
  ).toBeVisible()
})

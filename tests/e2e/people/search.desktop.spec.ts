import { expect, test } from '#tests/e2e/support/test.ts'

// The rules of the page are tested in tests/pages/people/search.test.ts; Retry is a real navigation.
test('a search that fails says so, and Retry loads it again', async ({ guest }) => {
  const { page } = await guest('Bob')
  let refuses = true
  // Until Retry has loaded the page again: a resync would otherwise read the list before the button is pressed.
  await page.route('**/api/posts?q=*', (route) =>
    refuses ? route.fulfill({ status: 400, body: 'No.' }) : route.continue(),
  )
  await page.goto('/search?q=nothing-like-it')
  await expect(page.getByText('Search failed')).toBeVisible()
  await expect(page.getByText('Something went wrong while searching. Please try again.')).toBeVisible()
  page.once('framenavigated', () => (refuses = false))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No posts found')).toBeVisible()
})

import { randomBytes } from 'node:crypto'
import { card, createPost } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('filters are offered in words beside the box, and a choice narrows what is found', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const word = `w${randomBytes(5).toString('hex')}`
  await createPost(ann, `Mine about ${word}`)
  await createPost(bob, `His about ${word}`)
  const { page } = ann
  await page.goto('/search')
  const box = page.getByRole('searchbox', { name: 'Search posts and people' })
  await box.pressSequentially(word)
  await expect(page.getByRole('link', { name: 'Posts (2)' })).toBeVisible()
  const choose = async (label: string) => {
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('menuitem', { name: label }).click()
  }
  await choose('From one person')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue(`${word} from:`)
  await expect(page.getByText('Write a handle after from:, for example from:ann.')).toBeVisible()
  await page.keyboard.type(bob.handle)
  await expect(page.getByRole('link', { name: 'Posts (1)' })).toBeVisible()
  await expect(card(page, `His about ${word}`)).toBeVisible()
  await choose('With a picture or a video')
  await expect(page.getByText('No posts found')).toBeVisible()
})

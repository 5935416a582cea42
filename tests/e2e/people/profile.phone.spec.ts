import { expect, test } from '#tests/e2e/support/test.ts'

test('a follow changes the label of its button and moves nothing', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { page } = ann
  await page.goto(`/u/${bob.handle}`)
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  const heading = page.getByRole('heading', { level: 1 })
  const [button, title] = [await follow.boundingBox(), await heading.boundingBox()]
  // The buttons fit beside the picture.
  const picture = await page.locator('.s-profile-face').first().boundingBox()
  expect(button!.y).toBeLessThan(picture!.y + picture!.height)
  await follow.click()
  const following = page.getByRole('button', { name: 'Following', exact: true })
  await expect(following).toBeVisible()
  expect(await following.boundingBox()).toEqual(button)
  expect(await heading.boundingBox()).toEqual(title)
})

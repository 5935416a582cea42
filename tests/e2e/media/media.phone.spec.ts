import { card, follow } from '#tests/e2e/support/calls.ts'
import { overhang } from '#tests/e2e/support/look.ts'
import { attach, clip, isDrawn, photo } from '#tests/e2e/support/media-files.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

// Several videos, and one that does not load: media.slow.phone.spec.ts.
const plays = (video: HTMLVideoElement) => video.videoWidth > 0 && !video.paused

test('a photo and a clip are posted from a phone, and another browser shows them', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  // A feed without the posts of other tests.
  await follow(bob, ann)
  const { page } = ann
  await page.goto('/compose')
  await expect(page.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  await attach(page, await photo(3000, 4000))
  await page
    .getByRole('textbox', { name: 'What have you been brewing?' })
    .fill(`From the pocket of ${ann.handle}`)
  await page.getByRole('switch', { name: /Sensitive content/ }).check()
  await page.getByRole('button', { name: 'Flush it 💩' }).click()
  await expect(page).toHaveURL('/')
  await bob.page.goto('/?tab=following')
  const picture = card(bob.page, `From the pocket of ${ann.handle}`)
  await picture.getByRole('button', { name: /Sensitive content/ }).press('Enter')
  await expect.poll(() => isDrawn(picture.locator('.s-media-photo'))).toBe(true)

  await page.goto('/compose')
  await attach(page, await clip())
  await page.getByRole('textbox', { name: 'What have you been brewing?' }).fill(`First, says ${ann.handle}`)
  await page.getByRole('button', { name: 'Flush it 💩' }).click()
  await expect(page).toHaveURL('/')
  // Bob's page is open meanwhile: the post waits behind the pill, and its video arrives when it is processed.
  await bob.page.getByRole('button', { name: /new drop/ }).click()
  const video = card(bob.page, `First, says ${ann.handle}`).locator('video')
  await expect(video).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => video.evaluate(plays)).toBe(true)
  expect(await overhang(bob.page)).toBe(0)
})

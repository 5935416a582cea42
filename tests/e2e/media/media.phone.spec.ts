import { card, follow } from '#tests/e2e/support/calls.ts'
import { overhang } from '#tests/e2e/support/look.ts'
import { attach, clip, isDrawn, photo, publish } from '#tests/e2e/support/media-files.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const plays = (video: HTMLVideoElement) => video.videoWidth > 0 && !video.paused

test('a photo and a clip are posted from a phone, and another browser shows them; one video plays at a time, and one that does not load says so', async ({
  guest,
}) => {
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
  const video = (words: string) => card(bob.page, `${words}, says ${ann.handle}`).locator('video')
  await expect(video('First')).toBeVisible({ timeout: 30_000 })
  const play = (words: string) => expect.poll(() => video(words).evaluate(plays))
  await play('First').toBe(true)
  expect(await overhang(bob.page)).toBe(0)

  // One plays at a time: what arrives above it is played instead of it.
  await publish(ann, `Second, says ${ann.handle}`, await clip())
  await bob.page.getByRole('button', { name: /new drop/ }).click()
  await play('Second').toBe(true)
  await expect(video('First')).toBeInViewport({ ratio: 0.6 })
  expect(await video('First').evaluate(plays)).toBe(false)
  await video('First').evaluate((element: HTMLVideoElement) => element.play())
  await play('Second').toBe(false)
  await play('First').toBe(true)

  // A browser that has none of it kept.
  const carl = await guest('Carl')
  await carl.page.route('**/api/media/direct/*', (route) =>
    route.request().resourceType() === 'media' ? route.abort() : route.fallback(),
  )
  await carl.page.goto(`/u/${ann.handle}`)
  const failed = card(carl.page, 'Second')
  await expect(failed.getByText('Video failed to load')).toBeVisible()
  await carl.page.unroute('**/api/media/direct/*')
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => failed.locator('video').evaluate(plays)).toBe(true)
})

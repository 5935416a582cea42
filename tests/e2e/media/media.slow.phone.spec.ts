import { card, follow } from '#tests/e2e/support/calls.ts'
import { clip, publish } from '#tests/e2e/support/media-files.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const plays = (video: HTMLVideoElement) => video.videoWidth > 0 && !video.paused

test('one video plays at a time, and one that does not load says so', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  // A feed without the posts of other tests.
  await follow(bob, ann)
  await publish(ann, `First, says ${ann.handle}`, await clip())
  await bob.page.goto('/?tab=following')
  const video = (words: string) => card(bob.page, `${words}, says ${ann.handle}`).locator('video')
  const play = (words: string) => expect.poll(() => video(words).evaluate(plays))
  await play('First').toBe(true)

  // What arrives above it is played instead of it.
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

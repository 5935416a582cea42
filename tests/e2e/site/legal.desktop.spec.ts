import { expect, test } from '#tests/e2e/support/test.ts'

// What the pages say is tested in tests/api/site/legal.test.ts.

test('a legal page leads to its sections, and only its text is printed', async ({ page }) => {
  await page.goto('/terms')
  const article = page.getByRole('article')
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last().click()
  await expect(article.getByRole('heading').last()).toBeInViewport()
  await page.emulateMedia({ media: 'print' })
  await expect(article).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('banner').first()).toBeHidden()
})

test("the founder's clip plays by itself, silently; not with reduced motion; and a text replaces it when it fails", async ({
  page,
}) => {
  await page.goto('/founders')
  const video = page.locator('video')
  await expect(video).toHaveAttribute('poster', '/founder.webp')
  await expect.poll(() => video.evaluate((clip: HTMLVideoElement) => clip.currentTime)).toBeGreaterThan(0)
  const { muted, controls, seconds } = await video.evaluate((clip: HTMLVideoElement) => ({
    muted: clip.muted,
    controls: clip.controls,
    seconds: clip.duration,
  }))
  expect([muted, controls, Math.round(seconds)]).toEqual([true, true, 7])

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(video).toBeVisible()
  expect(
    await video.evaluate((clip: HTMLVideoElement) => [clip.autoplay, clip.paused, clip.currentTime]),
  ).toEqual([false, true, 0])

  await page.route('**/founder.mp4', (route) => route.fulfill({ status: 404, body: '' }))
  await page.emulateMedia({ reducedMotion: null })
  await page.reload()
  await expect(page.getByRole('status').getByText("The founder's video would not play here.")).toBeVisible()
  await expect(video).toHaveCount(0)
})

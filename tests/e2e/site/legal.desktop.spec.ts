import { expect, test } from '#tests/e2e/support/test.ts'

const DELETED = 'data is deleted within 30 days of closure'
const PAGES = [
  {
    path: '/terms',
    title: 'Terms of Service',
    facts: [
      'The minimum age is 13',
      'under 18, you need the consent of a parent',
      'reviewed within 24 hours',
      'appeal within 30 days',
      DELETED,
      'State of Delaware',
    ],
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    facts: [
      'The minimum age is 13',
      DELETED,
      'State of Delaware',
      'We keep whether you were 18 by then, and not the year',
      'push service that your browser names',
      'Decrees come by mail only after',
      'Our server reads the page for it',
      'The one exception is a link in a post',
    ],
  },
  {
    path: '/guidelines',
    title: 'Community Guidelines',
    facts: [
      'at least 13 years old',
      '13 to 15 need parental consent',
      'reviewed within 24 hours',
      'appeal within 30 days',
      DELETED,
    ],
  },
  {
    path: '/cookies',
    title: 'Cookie Policy',
    facts: ['minimum age for an account is 13', 'State of Delaware'],
  },
  {
    path: '/disclaimer',
    title: 'Disclaimer',
    facts: ['aged 13 and over', 'reviewed within 24 hours', 'appealed within 30 days', 'State of Delaware'],
  },
]
const LEGAL = ['/terms', '/privacy', '/guidelines', '/cookies', '/disclaimer', '/founders']
const MAILS = ['help', 'safety', 'contact', 'legal'].map((name) => `mailto:${name}@royalflush.example`)

for (const { path, title, facts } of PAGES) {
  test(`${path} states the facts, of today, and leads to its sections and the other pages`, async ({
    page,
  }) => {
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} - Royal Flush`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const today = await page.evaluate(() =>
      new Date().toLocaleDateString('en-GB', { year: 'numeric', month: 'long', day: 'numeric' }),
    )
    await expect(page.getByText(`Last updated: ${today}`)).toBeVisible()
    for (const fact of facts) await expect(page.getByRole('article')).toContainText(fact)
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    await expect(contents).toHaveCount(await page.getByRole('article').getByRole('heading').count())
    await contents.last().click()
    await expect(page.getByRole('article').getByRole('heading').last()).toBeInViewport()
    for (const other of LEGAL)
      await expect(
        page.getByRole('navigation', { name: 'Legal' }).locator(`a[href="${other}"]`),
      ).toBeVisible()
  })
}

test('the printed page has only the text', async ({ page }) => {
  await page.goto('/terms')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('banner').first()).toBeHidden()
})

test('/founders shows the story and its links', async ({ page }) => {
  await page.goto('/founders')
  await expect(page).toHaveTitle("The Founder's Story - Royal Flush")
  for (const name of ['Origin Story', 'The Vision', 'The Philosophy', 'The Mission', 'Fun Facts'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'The Philosophy' }).getByRole('listitem')).toHaveCount(3)
  const leads = {
    'Start Your Journey': '/register',
    'Explore the Platform': '/',
    'Start the Revolution': '/register',
  }
  for (const [name, to] of Object.entries(leads))
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', to)
  for (const href of [...LEGAL, ...MAILS])
    await expect(page.getByRole('contentinfo').locator(`a[href="${href}"]`)).toBeVisible()
})

test("the founder's clip plays by itself, silently", async ({ page }) => {
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
})

test('the clip does not play by itself with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/founders')
  const video = page.locator('video')
  await expect(video).toBeVisible()
  expect(
    await video.evaluate((clip: HTMLVideoElement) => [clip.autoplay, clip.paused, clip.currentTime]),
  ).toEqual([false, true, 0])
})

test('a text replaces a clip that fails', async ({ page }) => {
  await page.route('**/founder.mp4', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/founders')
  await expect(page.getByRole('status').getByText("The founder's video would not play here.")).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
})

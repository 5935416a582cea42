import type { Locator } from 'playwright/test'
import { newHandle } from '#tests/support/sign-up-values.ts'
import { befriend, card, follow, message } from './support/calls.ts'
import { solvePuzzle } from './support/puzzle.ts'
import { fillIn } from './support/register-form.ts'
import { expect, test } from './support/test.ts'
import { toast } from './support/toasts.ts'

// What is different on a phone; that everything fits and can be used there is said in
// scenes.desktop.spec.ts.

test('the bottom bar has five links, the menu the others, and all of them work', async ({ guest }) => {
  const bob = await guest('Bob')
  const { page } = bob
  await page.goto('/profile')
  const bar = page.getByRole('navigation', { name: 'Quick' })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Search', 'Post', 'Alerts', 'Profile'])
  await expect(bar.getByRole('link', { name: 'Post' })).toHaveAttribute('href', '/compose')
  const ann = await guest('Ann')
  await follow(ann, bob)
  await expect(bar.getByRole('link', { name: /Alerts/ })).toContainText('1 unread notification')
  await bar.getByRole('link', { name: /Alerts/ }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Bob' })).toBeFocused()
  await page.getByRole('button', { name: 'Menu' }).tap()
  await expect(page.getByRole('menuitem', { name: 'Royal Blog' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Sign Out' }).tap()
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
})

test('somebody registers on a phone, posts, reacts and comments', async ({ page }) => {
  const handle = newHandle()
  await page.goto('/register')
  await fillIn(page, { Handle: handle })
  await solvePuzzle(page)
  await page.getByLabel('I accept the Terms of Service').check()
  await page.getByLabel('I accept the Privacy Policy').check()
  await page.getByRole('button', { name: 'Create Account' }).tap()
  await expect(toast(page)).toContainText('Welcome to Royal Flush 💩')
  await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Post' }).tap()
  await page.getByPlaceholder('Top Crap Talk 💩').fill(`From the bar of ${handle}`)
  await page.getByRole('button', { name: 'Flush it 💩' }).tap()
  await expect(page).toHaveURL('/')
  const mine = card(page, `From the bar of ${handle}`)
  await mine.getByRole('button', { name: 'poo' }).tap()
  await expect(mine.getByRole('button', { name: 'poo, 1' })).toHaveAttribute('aria-pressed', 'true')
  await mine.getByRole('button', { name: /Comments/ }).tap()
  await page.getByPlaceholder('Leave your mark').fill('Me again.')
  await page.getByRole('button', { name: 'Comment', exact: true }).tap()
  await expect(toast(page)).toContainText('Comment posted')
})

test('the conversations and a thread are pages of their own', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { page } = bob
  await page.goto('/')
  await befriend(ann, bob)
  await message(ann, bob, 'Is anybody in there?')
  await page.getByRole('link', { name: 'Messages' }).filter({ hasText: '1' }).tap()
  const row = page.getByRole('complementary', { name: 'Conversations' }).getByRole('link', { name: /Ann/ })
  await row.tap()
  await expect(row).toBeHidden()
  await expect(page.getByRole('region', { name: /^Messages with/ })).toContainText('Is anybody in there?')
  await page.getByPlaceholder('Write a message').fill('Nobody.')
  // There is no Shift that could be held.
  await page.keyboard.press('Enter')
  await page.keyboard.type('At all.')
  await expect(page.getByPlaceholder('Write a message')).toHaveValue('Nobody.\nAt all.')
  await page.getByRole('button', { name: 'Send message' }).tap()
  await expect(page.getByRole('region', { name: /^Messages with/ })).toContainText('Nobody.')
  // The whole screen is the thread's: without the logo above it and the bar below it.
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Quick' })).toBeHidden()
  expect(await page.getByRole('main').boundingBox()).toMatchObject({ y: 0, height: 844 })
  await page.getByRole('button', { name: 'Back to conversations' }).tap()
  await expect(row).toContainText('Nobody.')
  await expect(page.getByRole('region', { name: /^Messages with/ })).toHaveCount(0)
})

test('the head of a page stays below the phone head when the page is scrolled', async ({ guest }) => {
  const { page } = await guest('Ann')
  const heads = {
    '/settings?section=notifications': page.getByRole('button', { name: 'Back', exact: true }).locator('..'),
    '/search': page.getByRole('search'),
    '/activity?tab=compose': page.getByRole('navigation', { name: 'Activity' }),
  }
  const end = async (place: Locator) => {
    const { y, height } = (await place.boundingBox())!
    return y + height
  }
  for (const [path, head] of Object.entries(heads)) {
    await page.goto(path)
    await expect(head).toBeVisible()
    const above = page.getByRole('banner').filter({ visible: true })
    // Longer than the screen, whatever the database has.
    await page.evaluate(() => {
      document.querySelector('main')!.style.paddingBottom = '100vh'
      scrollTo(0, 300)
    })
    await expect.poll(async () => (await head.boundingBox())!.y, path).toBe(await end(above))
    expect(await end(above)).toBe(56)
  }
})

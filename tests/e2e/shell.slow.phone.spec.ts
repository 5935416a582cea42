import type { Locator } from 'playwright/test'
import { befriend, keepsUnread, message } from './support/calls.ts'
import { expect, test } from './support/test.ts'
import { toast } from './support/toasts.ts'

test('on the third visit the browser may install the app, and it is offered once', async ({ guest }) => {
  const { context } = await guest('Ann')
  // Chromium makes this offer only for what was visited often enough.
  await context.addInitScript(() =>
    addEventListener('load', () => {
      const prompt = () => Promise.resolve((document.documentElement.dataset['asked'] = 'yes'))
      dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
    }),
  )
  const visit = async (counted: string) => {
    const page = await context.newPage()
    await page.goto('/')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('rf-visits'))).toBe(counted)
    return page
  }
  for (const counted of ['1', '2']) {
    const page = await visit(counted)
    await expect(toast(page)).toHaveCount(0)
    await page.close()
  }
  const third = await visit('asked')
  await expect(toast(third)).toContainText('A throne within reach')
  await toast(third).getByRole('button', { name: 'Install' }).click()
  await expect(third.locator('html')).toHaveAttribute('data-asked', 'yes')
  await third.close()
  await expect(toast(await visit('asked'))).toHaveCount(0)
})

test('a toast covers neither the title of the page nor the head of a thread nor its field', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  await keepsUnread(ann)
  await message(bob, ann, 'Is it free?')
  const { page } = ann
  const covered = async (part: Locator) => {
    const [upper, lower] = await Promise.all([toast(page).boundingBox(), part.boundingBox()])
    return upper!.y < lower!.y + lower!.height && lower!.y < upper!.y + upper!.height
  }
  const title = page.getByRole('heading', { level: 1 })
  await page.goto('/privacy-settings')
  await page.getByRole('switch', { name: 'Marketing' }).tap()
  await expect(toast(page)).toContainText('Settings Updated')
  await expect.poll(() => covered(title)).toBe(false)

  await page.route('**/api/notifications/read', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/notifications')
  await page.getByRole('button', { name: 'Select All' }).tap()
  await page.getByRole('button', { name: /^Mark \d as read/ }).tap()
  await expect(toast(page)).toContainText('Error')
  await expect.poll(() => covered(title)).toBe(false)

  await page.goto(`/messages?user=${bob.id}`)
  await page.getByRole('button', { name: 'Conversation options' }).tap()
  await page.getByRole('menuitem', { name: 'Mute: 1 hour' }).tap()
  await expect(toast(page)).toContainText('Conversation muted')
  await expect.poll(() => covered(page.getByRole('button', { name: 'Back to conversations' }))).toBe(false)
  await expect.poll(() => covered(page.getByPlaceholder('Write a message'))).toBe(false)

  await page.route('**/api/posts', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/compose')
  const words = page.getByRole('textbox', { name: 'What have you been brewing?' })
  await words.fill('Too early')
  await page.getByRole('button', { name: 'Flush it 💩' }).tap()
  await expect(toast(page)).toContainText('Failed to create post')
  await expect.poll(() => covered(title)).toBe(false)
  await expect.poll(() => covered(words)).toBe(false)
})

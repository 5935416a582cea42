import { card, comment, createPost } from './support/calls.ts'
import { hasShortcuts } from './support/prepare-pages.ts'
import { expect, test } from './support/test.ts'

test('the focus stays near a button that disappears when it is clicked', async ({ guest }) => {
  const bob = await guest('Bob')
  const { page } = bob
  const post = await createPost(bob, `${'So much to say about paper. '.repeat(15)}End.`)
  await comment(bob, post.id, 'Mine')
  await page.goto(`/u/${bob.handle}`)
  await card(page, 'So much to say').getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(card(page, 'End.')).toBeFocused()

  await page.goto(`/p/${post.id}`)
  const options = page.getByRole('button', { name: 'Comment options' })
  await options.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  await page.getByRole('textbox', { name: 'Comment text' }).press('Escape')
  await expect(options).toBeFocused()
  await options.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByText('No comments yet.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto('/')
  await page.getByRole('button', { name: 'Sign Out' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a page that arrives behind an open dialog leaves the focus in the dialog', async ({ guest }) => {
  const { page } = await guest('Bob')
  await page.goto('/messages')
  const field = page.getByRole('combobox', { name: 'Jump to a person, a conversation or a page' })
  await hasShortcuts(page)
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('blog')
  // A slow device: the address changes long before the page.
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/blog')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('profile')
  await expect(page.locator('h1', { hasText: 'Royal Blog' })).toBeVisible()
  await device.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('profile')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
})

import type { Locator, Page } from 'playwright/test'
import { befriend, card, createPosts, message } from './support/calls.ts'
import { drawn } from './support/drawn.ts'
import type { Guest } from './support/people.ts'
import { hasShortcuts } from './support/prepare-pages.ts'
import { expect, test } from './support/test.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

const word = 'Decree'
const numbered = (page: Page, number: number) => card(page, `${word} ${number}.`)

test('the feed is used by keys: j, k, l and c, which do nothing while somebody types', async () => {
  await createPosts(ann, 12, (number) => `${word} ${number}.`)
  const { page } = bob
  await page.goto(`/u/${ann.handle}`)
  await hasShortcuts(page)
  await expect(numbered(page, 12)).toBeVisible()
  // The list is virtual now. A key at the moment of that change can lose its scroll position.
  await expect(page.locator('.rf-rows-flow')).toHaveCount(0)
  for (let number = 12; number >= 2; number -= 1) {
    await page.keyboard.press('j')
    await expect(numbered(page, number)).toBeFocused()
    await expect(numbered(page, number)).toBeInViewport()
  }
  await page.keyboard.press('k')
  await expect(numbered(page, 3)).toBeFocused()
  await page.keyboard.press('l')
  await expect(numbered(page, 3).getByRole('button', { name: 'poo, 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('l')
  await expect(numbered(page, 3).getByRole('button', { name: 'poo', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await page.keyboard.press('c')
  const field = numbered(page, 3).getByRole('textbox', { name: 'Your comment' })
  await expect(field).toBeFocused()
  await page.keyboard.type('jklcn/gh?')
  await expect(field).toHaveValue('jklcn/gh?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Ctrl and K jumps to a page, a conversation or a person by name', async () => {
  const { page } = bob
  await befriend(ann, bob)
  await message(ann, bob, 'hello')
  await page.goto('/messages')
  await hasShortcuts(page)
  await expect(page.getByRole('link', { name: ann.handle }).first()).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Jump to a person, a conversation or a page' })
  const offered = page.getByRole('listbox', { name: 'Where to go' }).getByRole('option')
  // In a field as well.
  await page.getByRole('searchbox', { name: 'Search conversations' }).focus()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expect(offered.first()).toContainText(ann.handle)
  await page.keyboard.type('blog')
  await expect(offered).toContainText(['Royal Blog', "Search for 'blog'"])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/blog')

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(ann.handle)
  await expect(offered.nth(1)).toContainText(`@${ann.handle}`)
  await page.keyboard.press('ArrowDown')
  await expect(offered.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/u/${ann.handle}`)
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expect(offered.first()).toContainText(ann.handle)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/messages\?conversation=/)
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
})

/** The heading of a new page gets the focus, unless the page gives it to a field. */
async function keepsFocus(page: Page, field: Locator): Promise<void> {
  await expect(field).toBeFocused()
  await drawn(page)
  await expect(field).toBeFocused({ timeout: 1 })
}

test('g opens pages, / the search, and n the composer', async () => {
  const { page } = bob
  await page.goto('/')
  await hasShortcuts(page)
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'What have you been brewing?' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page
    .getByRole('tab', { name: 'For you' })
    .or(page.getByRole('link', { name: 'For you' }))
    .focus()
  for (const [key, path] of [
    ['n', '/notifications'],
    ['m', '/messages'],
    ['p', '/profile'],
    ['h', '/'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page).toHaveURL(path)
  }
  // Twice: the second time both pages are loaded already, and change at once.
  for (let round = 0; round < 2; round += 1) {
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    // The previous page has a search box too, and stays until this one is rendered.
    await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeFocused()
    await page.keyboard.press('/')
    await expect(page).toHaveURL('/search')
    await keepsFocus(page, page.getByRole('searchbox', { name: 'Search posts and people' }))
    await expect(page.getByRole('searchbox', { name: 'Search posts and people' })).toHaveValue('')
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused()
    await page.keyboard.press('n')
    await expect(page).toHaveURL('/compose')
    await keepsFocus(page, page.getByRole('textbox', { name: 'What have you been brewing?' }))
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused()
  }
})

test('? shows the shortcuts, which pause meanwhile and can be turned off', async () => {
  const { page } = bob
  await page.goto('/settings?section=appearance')
  await hasShortcuts(page)
  await expect(page.getByRole('heading', { name: 'Keyboard' })).toBeVisible()
  await page.keyboard.press('Control+j')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const lines = dialog.locator('dl > div')
  await expect(lines).toHaveText([
    'Next postj',
    'Previous postk',
    'Open the posto',
    'React to the postl',
    'Comment on the postc',
    'New postn',
    'Homegthenh',
    'Notificationsgthenn',
    'Messagesgthenm',
    'Profilegthenp',
    'Search/',
    'Jump by nameCtrl K',
    'These shortcuts?',
  ])
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/settings?section=appearance')
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await hasShortcuts(page)
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked()
  await page.keyboard.press('?')
  await page.keyboard.press('n')
  await page.getByRole('button', { name: 'Show shortcuts' }).click()
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/settings?section=appearance')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Show shortcuts' })).toBeFocused()
})

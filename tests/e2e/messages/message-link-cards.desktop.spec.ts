import type { Page } from 'playwright/test'
import { complaints } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const thread = (page: Page) => page.getByRole('region', { name: /^Messages with/ })
const field = (page: Page) => page.getByPlaceholder('Write a message')
const linkTo = (title: string, more: Record<string, string> = {}) =>
  `http://gazette.test/page?${new URLSearchParams({ title, description: 'From the pipes', picture: '/picture', ...more }).toString()}`
const choose = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'Message options' }).last().click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('[L45] the card of a link comes live to both, is hidden before and after sending, and waits in a request', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { page } = ann
  const card = (on: Page, title: string) => thread(on).getByRole('link', { name: title })

  // A stranger's link has its card for the stranger alone, until it is accepted.
  await page.goto(`/messages?user=${bob.id}`)
  await field(page).fill(`Read this: ${linkTo(`Old pipes of ${ann.handle}`)}`)
  const preview = page.locator('form').getByRole('link', { name: `Old pipes of ${ann.handle}` })
  await expect(preview).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(card(page, `gazette.test Old pipes of ${ann.handle} From the pipes`)).toBeVisible()
  await expect(preview).toHaveCount(0)
  await bob.page.goto(`/messages?user=${ann.id}`)
  await expect(thread(bob.page)).toContainText('Read this')
  await expect(card(bob.page, `gazette.test Old pipes`)).toHaveCount(0)
  await bob.page.getByRole('button', { name: 'Accept' }).click()
  const seen = card(bob.page, `gazette.test Old pipes of ${ann.handle} From the pipes`)
  await expect(seen).toBeVisible()
  await expect(seen).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer')
  await expect.poll(() => seen.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600)
  expect(await complaints(bob.page)).toEqual([])

  // Hidden afterwards, for both.
  await choose(page, 'Hide preview')
  for (const one of [page, bob.page]) await expect(card(one, `gazette.test Old pipes`)).toHaveCount(0)

  // Hidden while writing.
  await field(page).fill(linkTo(`New pipes of ${ann.handle}`))
  await page.getByRole('button', { name: 'Hide preview' }).click()
  await expect(page.getByRole('button', { name: 'Show preview' })).toBeVisible()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(thread(bob.page)).toContainText('gazette.test/page?title=New')
  await expect(page.getByText(/· Read$/)).toBeVisible()
  await expect(card(bob.page, `gazette.test New pipes`)).toHaveCount(0)

  // A page that is read only now: the card comes as a change of the message, and goes with its link.
  const held = linkTo('The golden age of plumbing', { hold: ann.handle })
  await field(page).fill(`And this: ${held}`)
  await page.keyboard.press('Enter')
  await expect(thread(bob.page)).toContainText('And this')
  await fetch(`${process.env['E2E_INTERNET']}/release?key=${ann.handle}`)
  for (const one of [page, bob.page]) await expect(card(one, 'The golden age of plumbing')).toBeVisible()
  await choose(page, 'Edit message')
  await page.getByRole('textbox', { name: 'Edit message' }).fill('And nothing')
  await page.keyboard.press('Enter')
  for (const one of [page, bob.page]) await expect(card(one, 'The golden age of plumbing')).toHaveCount(0)
})

import { chromium } from 'playwright/test'
import { CHROMIUM_FLAGS } from '#tests/support/chromium.ts'
import { befriend, card } from './support/calls.ts'
import { hydrated } from './support/prepare-pages.ts'
import { expect, test } from './support/test.ts'
import { toast } from './support/toasts.ts'

test('over plain http on a name of the network people post and chat, and a link that cannot be copied says so', async ({
  guest,
  baseURL,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  const name = 'palace.test'
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH']!,
    args: [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP ${name} 127.0.0.1`],
  })
  try {
    const url = new URL(baseURL!)
    url.hostname = name
    const context = await browser.newContext({ baseURL: url.origin })
    const [cookie] = await ann.context.cookies()
    await context.addCookies([{ ...cookie!, domain: name }])
    const page = await context.newPage()
    await page.goto('/')
    await hydrated(page)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await page.getByRole('textbox', { name: 'What have you been brewing?' }).fill('Over the LAN')
    await page.getByRole('button', { name: 'Flush it' }).click()
    await expect(card(page, 'Over the LAN')).toBeVisible()
    await card(page, 'Over the LAN').getByRole('button', { name: 'Share' }).click()
    await page.getByRole('menuitem', { name: 'Copy Link' }).click()
    await expect(toast(page)).toContainText('Could not copy the link to your clipboard.')
    await page.goto(`/messages?user=${bob.id}`)
    await hydrated(page)
    await page.getByPlaceholder('Write a message').fill('From the LAN')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: /^Messages with/ })).toContainText('From the LAN')
    await bob.page.goto('/messages')
    await expect(bob.page.getByRole('complementary', { name: 'Conversations' })).toContainText('From the LAN')
  } finally {
    await browser.close()
  }
})

test('a button whose work fails unexpectedly says so', async ({ guest }) => {
  const { page } = await guest('Ann')
  await page.goto('/')
  await page.evaluate(() => {
    crypto.getRandomValues = () => {
      throw new TypeError('no random values')
    }
  })
  await page.getByRole('textbox', { name: 'What have you been brewing?' }).fill('Never sent')
  await page.getByRole('button', { name: 'Flush it' }).click()
  await expect(toast(page)).toContainText('Something went wrong. Please try again.')
})

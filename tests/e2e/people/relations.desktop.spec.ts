import type { Page } from 'playwright/test'
import { card, comment, createPost } from '#tests/e2e/support/calls.ts'
import { enter } from '#tests/e2e/support/look.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

/** Another tab of the same person. */
async function tab(who: Guest, path: string): Promise<Page> {
  const page = await who.context.newPage()
  await enter(page, path)
  return page
}

async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Profile options' }).click()
  await page.getByRole('menuitem', { name: label }).click()
}

test('[L19] posts of a person who is muted in one tab leave the other tabs, and come back', async () => {
  const word = `drop of ${ann.handle}`
  await createPost(ann, word)
  const { id } = await createPost(bob, `asked by ${bob.handle}`)
  await comment(ann, id, `Said by ${ann.handle}`)
  const feed = await tab(bob, '/')
  const thread = await tab(bob, `/p/${id}`)
  await enter(bob.page, `/u/${ann.handle}`)
  await expect(card(feed, word)).toBeVisible()
  await expect(thread.getByText(`Said by ${ann.handle}`)).toBeVisible()
  await choose(bob.page, `Mute @${ann.handle}`)
  await expect(toast(bob.page)).toContainText(`@${ann.handle} muted`)
  await expect(card(feed, word)).toHaveCount(0)
  await expect(thread.getByText(`Said by ${ann.handle}`)).toHaveCount(0)
  await expect(card(bob.page, word), 'their own page still has it').toBeVisible()
  await choose(bob.page, `Unmute @${ann.handle}`)
  await expect(card(feed, word)).toBeVisible()
  await expect(thread.getByText(`Said by ${ann.handle}`)).toBeVisible()
})

test('[L19] muted and blocked people are listed in the settings of every tab, and shown again from there', async () => {
  const settings = await tab(bob, '/settings?section=privacy')
  const muted = settings.getByRole('list', { name: 'Muted people' })
  await expect(settings.getByText('You have muted nobody.')).toBeVisible()
  await expect(settings.getByText('You have blocked nobody.')).toBeVisible()
  await enter(bob.page, `/u/${ann.handle}`)
  await choose(bob.page, `Mute @${ann.handle}`)
  await expect(muted.getByText(`@${ann.handle}`)).toBeVisible()
  await muted.getByRole('button', { name: `Unmute @${ann.handle}` }).click()
  await expect(toast(settings)).toContainText(`@${ann.handle} unmuted`)
  await expect(settings.getByText('You have muted nobody.')).toBeVisible()
  await choose(bob.page, `Mute @${ann.handle}`)
  await expect(toast(bob.page), 'the profile knew that the mute had ended').toContainText('muted')
  await expect(muted.getByText(`@${ann.handle}`)).toBeVisible()
})

test('[L19] a block reaches the open pages of both people at once, and its end too', async () => {
  const word = `drop of ${bob.handle}`
  await createPost(bob, word)
  const inbox = await tab(bob, `/messages?user=${ann.id}`)
  await enter(ann.page, `/u/${bob.handle}`)
  await enter(bob.page, `/u/${ann.handle}`)
  const line = inbox.getByRole('textbox', { name: /^Message/ })
  await expect(line).toBeVisible()
  await choose(bob.page, `Block @${ann.handle}`)
  await bob.page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(inbox.getByText('You cannot write to this person.')).toBeVisible()
  await expect(line).toHaveCount(0)
  await expect(ann.page.getByText('User not found')).toBeVisible()
  await choose(bob.page, `Unblock @${ann.handle}`)
  await expect(line).toBeVisible()
  await expect(ann.page.getByRole('heading', { level: 1, name: bob.name })).toBeVisible()
  await expect(card(ann.page, word)).toBeVisible()
})

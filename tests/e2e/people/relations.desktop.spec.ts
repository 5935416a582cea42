import type { Page } from 'playwright/test'
import { card, comment, createPost } from '#tests/e2e/support/calls.ts'
import { enter } from '#tests/e2e/support/look.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

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

test('[L19] a mute, a block, and the end of each reach every open page of the people concerned, also when it is ended in the settings', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const [annsWord, bobsWord] = [`drop of ${ann.handle}`, `drop of ${bob.handle}`]
  await createPost(ann, annsWord)
  const { id } = await createPost(bob, bobsWord)
  await comment(ann, id, `Said by ${ann.handle}`)
  const [feed, thread, settings, inbox] = await Promise.all([
    tab(bob, '/'),
    tab(bob, `/p/${id}`),
    tab(bob, '/settings?section=privacy'),
    tab(bob, `/messages?user=${ann.id}`),
    enter(bob.page, `/u/${ann.handle}`),
    enter(ann.page, `/u/${bob.handle}`),
  ])
  const muted = settings.getByRole('list', { name: 'Muted people' })
  const said = thread.getByText(`Said by ${ann.handle}`)
  const line = inbox.getByRole('textbox', { name: /^Message/ })
  const showsAnn = async () => {
    await expect(card(feed, annsWord)).toBeVisible()
    await expect(said).toBeVisible()
    await expect(settings.getByText('You have muted nobody.')).toBeVisible()
    await expect(settings.getByText('You have blocked nobody.')).toBeVisible()
    await expect(line).toBeVisible()
  }
  const showsMute = async () => {
    await expect(toast(bob.page)).toContainText(`@${ann.handle} muted`)
    await expect(card(feed, annsWord)).toHaveCount(0)
    await expect(said).toHaveCount(0)
    await expect(muted.getByText(`@${ann.handle}`)).toBeVisible()
    await expect(card(bob.page, annsWord), 'their own page still has it').toBeVisible()
  }
  await showsAnn()

  await choose(bob.page, `Mute @${ann.handle}`)
  await showsMute()
  await muted.getByRole('button', { name: `Unmute @${ann.handle}` }).click()
  await expect(toast(settings)).toContainText(`@${ann.handle} unmuted`)
  await showsAnn()
  // The profile knows that the mute has ended.
  await choose(bob.page, `Mute @${ann.handle}`)
  await showsMute()
  await choose(bob.page, `Unmute @${ann.handle}`)
  await showsAnn()

  await choose(bob.page, `Block @${ann.handle}`)
  await bob.page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(inbox.getByText('You cannot write to this person.')).toBeVisible()
  await expect(line).toHaveCount(0)
  await expect(ann.page.getByText('User not found')).toBeVisible()
  const blocked = settings.getByRole('list', { name: 'Blocked people' })
  await expect(blocked.getByText(`@${ann.handle}`)).toBeVisible()
  await choose(bob.page, `Unblock @${ann.handle}`)
  await showsAnn()
  await expect(ann.page.getByRole('heading', { level: 1, name: bob.name })).toBeVisible()
  await expect(card(ann.page, bobsWord)).toBeVisible()
})

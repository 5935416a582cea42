import type { Page } from 'playwright/test'
import type { OwnReportView } from '#contract/moderation.ts'
import { card, comment, createPost, openReport, ownReports, warnAbout } from '#tests/e2e/support/calls.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

let ann: Guest
let bob: Guest

test.beforeEach(async ({ guest }) => {
  ann = await guest('Ann')
  bob = await guest('Bob')
})

/** Opens a menu, chooses Report and answers the dialog. */
async function report(page: Page, menu: string, title: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await answer(page, title)
}

async function answer(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('radio', { name: 'Spam' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(toast(page)).toContainText('Report sent')
  await expect(dialog).toHaveCount(0)
  await toast(page).getByRole('button', { name: 'Close' }).click()
  await expect(toast(page)).toHaveCount(0)
}

test('a post is reported by keyboard with a reason and a note; the dialog requires a reason', async () => {
  const post = await createPost(ann, 'Buy my golden plungers')
  const { page } = bob
  await page.goto(`/p/${post.id}`)
  const menu = card(page, 'golden plungers').getByRole('button', { name: 'Post options' })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Report' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this post' })
  await dialog.getByRole('button', { name: 'Send report' }).press('Enter')
  await expect(dialog).toContainText('Please tell us what is wrong.')
  await dialog.getByRole('radio', { name: 'Spam' }).press('Space')
  await dialog.getByRole('textbox').fill('All day long.')
  const sent = page.waitForRequest('**/api/reports')
  await dialog.getByRole('button', { name: 'Send report' }).press('Enter')
  expect((await sent).postDataJSON()).toEqual({
    targetType: 'post',
    targetId: post.id,
    reason: 'spam',
    details: 'All day long.',
  })
  await expect(toast(page)).toContainText('Report sent')
  await expect(toast(page)).toContainText('Thank you. The guards will look at it within 24 hours.')
  await expect(menu).toBeFocused()
})

test("comments, people and messages can be reported where they are shown, except one's own", async () => {
  const post = await createPost(bob, 'Speak up')
  await comment(ann, post.id, 'You smell')
  const { page } = bob
  await page.goto(`/p/${post.id}`)
  await report(page, 'Comment options', 'Report this comment')
  await page.goto(`/u/${ann.handle}`)
  await report(page, 'Profile options', `Report @${ann.handle}`)
  await ann.context.request.post('/api/messages', {
    data: { receiverId: bob.id, content: 'Boo' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await page.goto(`/messages?user=${ann.id}`)
  await page.getByRole('button', { name: 'Message options' }).click()
  await page.getByRole('menuitem', { name: 'Report message' }).click()
  await answer(page, 'Report this message')
  await ann.page.goto(`/p/${post.id}`)
  await ann.page.getByRole('button', { name: 'Comment options' }).click()
  await expect(ann.page.getByRole('menuitem')).toHaveText(['Copy link', 'Edit', 'Delete'])
})

test('a visitor is asked to log in, and a failure is shown', async ({ page }) => {
  const post = await createPost(ann, 'Nothing to see')
  await page.goto(`/p/${post.id}`)
  await page.getByRole('button', { name: 'Post options' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await expect(toast(page)).toContainText('Login required')
  await expect(toast(page)).toContainText('Please log in to report.')
  await bob.page.route('**/api/reports', (route) =>
    route.fulfill({ status: 503, body: 'The throne is busy.' }),
  )
  await bob.page.goto(`/p/${post.id}`)
  await bob.page.getByRole('button', { name: 'Post options' }).click()
  await bob.page.getByRole('menuitem', { name: 'Report' }).click()
  await bob.page.getByRole('radio', { name: 'Something else' }).check()
  await bob.page.getByRole('button', { name: 'Send report' }).click()
  await expect(toast(bob.page)).toContainText('Failed to send report')
  await expect(toast(bob.page)).toContainText('The throne is busy.')
  await expect(bob.page.getByRole('dialog')).toBeVisible()
})

test('a profile mutes, blocks and takes both back', async () => {
  const { page } = bob
  await page.goto(`/u/${ann.handle}`)
  const choose = async (label: string) => {
    await page.getByRole('button', { name: 'Profile options' }).click()
    await page.getByRole('menuitem', { name: `${label} @${ann.handle}` }).click()
  }
  await choose('Mute')
  await expect(toast(page)).toContainText(`@${ann.handle} muted`)
  await choose('Unmute')
  await expect(toast(page)).toContainText(`@${ann.handle} unmuted`)
  await choose('Block')
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(toast(page)).toContainText(`@${ann.handle} blocked`)
  await expect(page.getByRole('link', { name: 'Message', exact: true })).toHaveCount(0)
  await choose('Unblock')
  await expect(page.getByRole('link', { name: 'Message', exact: true })).toBeVisible()
})

test('[L38] the Pipe Tracker shows the stages of a report to its reporter, and of an appeal to the person concerned', async ({
  guest,
}) => {
  const guard = await guest('Guard')
  await grantAdmin(guard.handle)
  const post = await createPost(ann, 'Buy my leaking plungers')
  await bob.page.goto(`/p/${post.id}`)
  await bob.page.getByRole('button', { name: 'Post options' }).click()
  await bob.page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = bob.page.getByRole('dialog', { name: 'Report this post' })
  await dialog.getByRole('radio', { name: 'Spam' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await toast(bob.page).getByRole('link', { name: 'Follow it' }).click()
  const reports = bob.page.getByRole('region', { name: 'Your reports' })
  const stages = reports.getByRole('list', { name: 'Stages of this report' })
  await expect(reports).toContainText('You reported a post for spam.')
  await expect(stages.getByRole('listitem')).toHaveText([/^Received/, 'Readwithin 24 hours', /^Decided/])

  const [{ id }] = (await ownReports(bob)) as [OwnReportView]
  // The server follows the store's change of the role within seconds.
  await expect(() => openReport(guard, id)).toPass()
  await expect(stages.getByRole('listitem').nth(1)).toHaveText(/^Readnow/)

  await ann.page.goto('/pipe-tracker')
  await expect(ann.page.getByRole('heading', { name: 'The pipes are clear' })).toBeVisible()
  await warnAbout(guard, id)
  await expect(reports).toContainText('Your report of a post was right: the person has been warned.')
  await expect(stages.getByRole('listitem').nth(2)).toHaveText(/^Resolvednow/)

  const decisions = ann.page.getByRole('region', { name: 'Decisions about you' })
  await expect(decisions).toContainText('You have been warned about your post: spam.')
  await decisions.getByRole('link', { name: 'Appeal' }).click()
  await ann.page.getByRole('textbox', { name: 'Why were we wrong?' }).fill('They were fine plungers.')
  await ann.page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(toast(ann.page)).toContainText('Appeal sent')
  await ann.page.goBack()
  const appeal = decisions.getByRole('list', { name: 'Stages of your appeal' })
  await expect(appeal.getByRole('listitem').nth(1)).toHaveText(/^Appealednow/)
})

import type { OwnReportView } from '#contract/moderation.ts'
import { createPost, openReport, ownReports, warnAbout } from '#tests/e2e/support/calls.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

test('[L38] the Pipe Tracker shows the stages of a report to its reporter, and of an appeal to the person concerned', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
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

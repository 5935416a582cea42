import { follow } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

test('somebody lets in only people they follow: a stranger reads why, and a followed person writes', async ({
  guest,
}) => {
  const [lena, bob] = [await guest('Lena'), await guest('Bob')]
  const other = await lena.context.newPage()
  for (const page of [lena.page, other]) await page.goto('/privacy-settings')
  const choice = (name: string) => lena.page.getByRole('radio', { name })
  await expect(choice('Everyone')).toBeChecked()
  await choice('People I follow').check()
  await expect(toast(lena.page).getByText('Settings Updated', { exact: true })).toBeVisible()
  await expect(other.getByRole('radio', { name: 'People I follow' })).toBeChecked()

  await bob.page.goto(`/messages?user=${lena.id}`)
  await expect(
    bob.page.getByText('This person does not accept messages from people they do not know.'),
  ).toBeVisible()
  const field = bob.page.getByRole('textbox', { name: `Message to ${lena.name}` })
  await expect(field).toHaveCount(0)

  await follow(lena, bob)
  await bob.page.reload()
  await field.fill('Thank you for the key.')
  await field.press('Enter')
  await expect(bob.page).toHaveURL(/conversation=/)
})

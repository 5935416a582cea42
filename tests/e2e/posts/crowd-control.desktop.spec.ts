import { comment, createPost, react } from '#tests/e2e/support/calls.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('Crowd control is called from the menu of a post; figures and rules are live on both pages, until its end', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { id } = await createPost(ann, 'My hot take on bidets')
  await Promise.all([ann.page.goto(`/p/${id}`), bob.page.goto(`/p/${id}`)])
  await ann.page.getByRole('button', { name: 'Post options' }).click()
  await ann.page.getByRole('menuitem', { name: 'Plunger Mode' }).click()
  const dialog = ann.page.getByRole('dialog', { name: 'Plunger Mode' })
  await expect(dialog.getByRole('radio', { name: '1 hour' })).toBeChecked()
  await dialog.getByRole('radio', { name: '8 hours' }).check({ force: true })
  expect(await complaints(ann.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Call the plunger' }).click()
  await expect(dialog).toHaveCount(0)
  const own = ann.page.getByRole('region', { name: 'Plunger Mode' })
  await expect(own.getByText('You called the plunger.')).toBeVisible()

  await comment(bob, id, 'Cold.')
  await react(bob, id, '💩')
  await expect(own.getByText('1 comment and 1 reaction so far.')).toBeVisible()
  expect(await complaints(ann.page)).toEqual([])

  // A stranger's open page follows.
  const field = bob.page.getByRole('textbox', { name: 'Your comment' })
  await expect(field).toBeVisible()
  await own.getByRole('switch', { name: 'Pause strangers' }).check({ force: true })
  const paused = bob.page.getByText('The plunger is at work: only people whom the author follows can comment')
  await expect(paused).toBeVisible()
  await expect(field).toHaveCount(0)
  await own.getByRole('switch', { name: 'Pause strangers' }).uncheck({ force: true })
  await expect(field).toBeVisible()
  await own.getByRole('combobox', { name: 'Slow comments' }).selectOption('One a person in 15 minutes')
  await expect(
    bob.page.getByText('The plunger is at work: one comment a person in 15 minutes.'),
  ).toBeVisible()
  await field.fill('And wet.')
  await bob.page.keyboard.press('Control+Enter')
  await expect(bob.page.getByText(/^The author has asked for a slower flow/)).toBeVisible()
  await expect(field).toHaveValue('And wet.')

  // Hidden, and shown again from the card in the notifications.
  await own.getByRole('button', { name: 'Hide the post' }).click()
  await expect(bob.page.getByText('It was flushed, or it was never here.')).toBeVisible()
  await expect(own.getByText('Nobody else can see this drop until you show it again.')).toBeVisible()
  await ann.page.goto('/notifications')
  await expect(own.getByText('My hot take on bidets')).toBeVisible()
  await expect(ann.page.getByText('No notifications yet')).toBeVisible()
  await own.getByRole('button', { name: 'Show it again' }).click()
  await expect(bob.page.getByRole('article').getByText('My hot take on bidets')).toBeVisible()
  await own.getByRole('button', { name: 'End it' }).click()
  await expect(own).toHaveCount(0)
  await expect(
    ann.page.getByText('The plunger has done its work. Meanwhile: 1 comment and 1 reaction'),
  ).toBeVisible()
  await expect(bob.page.getByText('one comment a person')).toHaveCount(0)
})

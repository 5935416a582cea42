import { card, comment, follow } from '#tests/e2e/support/calls.ts'
import { complaints } from '#tests/e2e/support/look.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('the roast dial is chosen with a post, turned later, and open pages follow', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await follow(bob, ann)
  await ann.page.goto('/')
  await ann.page.getByPlaceholder('Top Crap Talk 💩').fill('My first plumbing. What do you think?')
  await ann.page.getByRole('button', { name: 'Roast dial' }).click()
  await expect(ann.page.getByText('Everybody can comment. Brace yourself.')).toBeVisible()
  await ann.page.getByRole('radio', { name: 'Be gentle' }).check({ force: true })
  await expect(ann.page.getByText('Only people you follow or mention can comment.')).toBeVisible()
  // The draft is kept, with its dial.
  await ann.page.reload()
  await expect(ann.page.getByRole('radio', { name: 'Be gentle' })).toBeChecked()
  expect(await complaints(ann.page)).toEqual([])
  await ann.page.getByRole('button', { name: 'Flush it 💩' }).click()
  const own = card(ann.page, 'My first plumbing')
  await expect(own.getByText('Be gentle', { exact: true })).toBeVisible()
  await own
    .getByRole('link', { name: /^now|m$/ })
    .first()
    .click()
  await expect(ann.page.getByRole('textbox', { name: 'Your comment' })).toBeVisible()
  const id = new URL(ann.page.url()).pathname.split('/').pop()!
  await comment(ann, id, 'Anybody?')

  await bob.page.goto(`/p/${id}`)
  const field = bob.page.getByRole('textbox', { name: 'Your comment' })
  const gentle = bob.page.getByText(
    'Be gentle: only people whom the author follows or mentions can comment on this drop.',
  )
  await expect(gentle).toBeVisible()
  await expect(field).toHaveCount(0)
  await expect(bob.page.getByText('Anybody?')).toBeVisible()
  await expect(bob.page.getByRole('button', { name: 'Reply to Ann' })).toHaveCount(0)
  expect(await complaints(bob.page)).toEqual([])

  const turn = async (position: string) => {
    await ann.page.getByRole('button', { name: 'Post options' }).click()
    await ann.page.getByRole('menuitem', { name: 'Edit' }).click()
    await ann.page.getByRole('combobox', { name: 'Roast dial' }).selectOption(position)
    await ann.page.getByRole('button', { name: 'Save' }).click()
    await expect(ann.page.getByRole('dialog')).toHaveCount(0)
  }
  await turn('Off: everybody can comment')
  await expect(field).toBeVisible()
  await expect(bob.page.getByText('Be gentle', { exact: true })).toHaveCount(0)
  await bob.page.getByRole('button', { name: 'Reply to Ann' }).click()
  await bob.page.getByRole('textbox', { name: 'Your reply' }).fill('It leaks.')
  await bob.page.keyboard.press('Control+Enter')
  await expect(ann.page.getByText('It leaks.')).toBeVisible()

  await turn('No comments')
  await expect(bob.page.getByText('The lid is down: nobody can comment on this drop.')).toBeVisible()
  await expect(field).toHaveCount(0)
  await expect(bob.page.getByText('It leaks.')).toBeVisible()
  await expect(ann.page.getByText('No comments', { exact: true })).toBeVisible()
})

import { card, createPost, editPost } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test("'edited' opens what a post said before, and an edit shows while it is open", async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const named = (text: string) => `${text}, says ${ann.handle}`
  const { id } = await createPost(ann, named('The seat is up'))
  await bob.page.goto(`/u/${ann.handle}`)
  const shown = card(bob.page, named('The seat is up'))
  await expect(shown).toBeVisible()
  await expect(shown.getByRole('button', { name: 'edited' })).toHaveCount(0)

  await editPost(ann, id, named('The seat is down'))
  const opener = card(bob.page, named('The seat is down')).getByRole('button', { name: 'edited' })
  await opener.click()
  const sheet = bob.page.getByRole('dialog', { name: 'Edit history' })
  await expect(sheet.getByRole('listitem')).toHaveText([/Current.*The seat is down/, /The seat is up/])
  await editPost(ann, id, named('The seat is gone'))
  await expect(sheet.getByRole('listitem')).toHaveText([
    /Current.*The seat is gone/,
    /The seat is down/,
    /The seat is up/,
  ])
  await bob.page.keyboard.press('Escape')
  await expect(
    card(bob.page, named('The seat is gone')).getByRole('button', { name: 'edited' }),
  ).toBeFocused()
})

test('a warning covers what was said before as well', async ({ guest, openContext }) => {
  const ann = await guest('Ann')
  const { id } = await createPost(ann, 'It was the duke', { contentWarn: 'Who did it' })
  await editPost(ann, id, 'It was the king')
  const visitor = await (await openContext()).newPage()
  await visitor.goto(`/p/${id}`)
  await expect(visitor.getByText('edited')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'edited' })).toHaveCount(0)
  await visitor.getByRole('button', { name: /Content warning/ }).click()
  await visitor.getByRole('button', { name: 'edited' }).click()
  await expect(visitor.getByRole('dialog', { name: 'Edit history' })).toContainText('It was the duke')
})

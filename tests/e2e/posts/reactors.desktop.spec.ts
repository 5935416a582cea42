import { card, createPost, react } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('the people who reacted are a list, in all and by emoji; its figures are live', async ({ guest }) => {
  const [ann, bob, cat] = [await guest('Ann'), await guest('Bob'), await guest('Cat')]
  const text = `Who likes ${ann.handle}?`
  const { id } = await createPost(ann, text)
  await ann.page.goto(`/u/${ann.handle}`)
  const menu = card(ann.page, text).getByRole('button', { name: 'Post options' })
  await menu.click()
  await expect(ann.page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(ann.page.getByRole('menuitem', { name: 'Who reacted' })).toHaveCount(0)
  await ann.page.keyboard.press('Escape')

  await react(bob, id, '💩')
  await expect(card(ann.page, text).getByRole('button', { name: 'poo, 1' })).toBeVisible()
  await menu.click()
  await ann.page.getByRole('menuitem', { name: 'Who reacted' }).click()
  const sheet = ann.page.getByRole('dialog', { name: 'Who reacted' })
  await expect(sheet.getByRole('listitem')).toHaveText([new RegExp(bob.handle)])
  await react(cat, id, '😂')
  await expect(sheet.getByRole('tab')).toHaveText(['All 2', '💩1', '😂1'])
  await sheet.getByRole('tab', { name: 'laughing face' }).click()
  await expect(sheet.getByRole('listitem')).toHaveText([new RegExp(cat.handle)])
  await sheet.getByRole('tab', { name: 'All' }).click()
  await expect(sheet.getByRole('listitem')).toHaveCount(2)

  // A name leads to the profile, and the sheet is gone.
  await sheet.getByRole('link', { name: 'Bob' }).click()
  await expect(ann.page).toHaveURL(`/u/${bob.handle}`)
  await expect(sheet).toHaveCount(0)
})

test("the post's own page opens the list, for a visitor as well", async ({ guest, openContext }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { id } = await createPost(ann, `Whose poo is it, ${ann.handle}?`)
  const visitor = await (await openContext()).newPage()
  await visitor.goto(`/p/${id}`)
  const open = visitor.getByRole('button', { name: 'Who reacted' })
  await open.click()
  const sheet = visitor.getByRole('dialog', { name: 'Who reacted' })
  await expect(sheet.getByText('Nobody yet')).toBeVisible()
  await visitor.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await react(bob, id, '💩')
  await open.click()
  await expect(sheet.getByRole('link', { name: 'Bob' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^Follow/ })).toHaveCount(0)
})

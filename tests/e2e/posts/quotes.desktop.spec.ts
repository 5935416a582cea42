import { card, createPost, deletePost, editPost, follow } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const COMPOSER = 'What have you been brewing?'

test('a quoted post stands on a card in the post that quotes it, and follows what becomes of it', async ({
  guest,
}) => {
  const [ann, bob, cat] = [await guest('Ann'), await guest('Bob'), await guest('Cat')]
  const original = `Original of ${ann.handle}`
  const { id } = await createPost(ann, original)
  await ann.context.request.post(`/api/users/${cat.id}/block`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await follow(ann, bob)
  await ann.page.goto('/?tab=following')
  await bob.page.goto(`/u/${ann.handle}`)
  await card(bob.page, original).getByRole('button', { name: 'Share' }).click()
  await bob.page.getByRole('menuitem', { name: 'Quote' }).click()
  await expect(bob.page).toHaveURL('/compose')
  await expect(bob.page.getByRole('link', { name: original })).toBeVisible()

  // The draft keeps it, also at home, until it is taken out.
  await bob.page.goto('/')
  const composer = bob.page.getByRole('form', { name: 'New post' })
  await expect(composer.getByRole('link', { name: original })).toBeVisible()
  await composer.getByRole('button', { name: 'Remove the quoted post' }).click()
  await expect(composer.getByRole('link', { name: original })).toHaveCount(0)
  await bob.page.goto(`/compose?quote=${id}`)
  const words = `Said by ${bob.handle}`
  await bob.page.getByRole('textbox', { name: COMPOSER }).fill(words)
  await bob.page.getByRole('button', { name: 'Flush it' }).click()
  await expect(bob.page).toHaveURL('/')
  await ann.page.getByRole('button', { name: '1 new drop' }).click()
  for (const { page } of [ann, bob])
    await expect(card(page, words).getByRole('link', { name: original })).toBeVisible()
  await ann.page.goto('/notifications')
  await expect(ann.page.getByText('Bob quoted your post')).toBeVisible()

  // Who may not see the original reads what everybody reads when it is gone.
  const gone = 'This drop went down the drain.'
  await cat.page.goto(`/u/${bob.handle}`)
  await expect(card(cat.page, words).getByText(gone)).toBeVisible()
  await editPost(ann, id, `${original}, reworded`)
  await expect(card(bob.page, words)).toContainText('reworded')
  await deletePost(ann, id)
  await expect(card(bob.page, words).getByText(gone)).toBeVisible()
  await ann.context.request.post(`/api/posts/${id}/restore`, { headers: { 'sec-fetch-site': 'same-origin' } })
  await expect(card(bob.page, words)).toContainText('reworded')

  // The card leads to the original; free area leads to the quoting post.
  await card(bob.page, words).getByRole('link', { name: 'reworded' }).click()
  await expect(bob.page).toHaveURL(`/p/${id}`)
})

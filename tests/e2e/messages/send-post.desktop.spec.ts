import { befriend, card, createPost, deletePost, message } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('a post is sent in a message: to somebody known or found, as a card that lives', async ({ guest }) => {
  const [ann, bob, cat] = [await guest('Ann'), await guest('Bob'), await guest('Cat')]
  const text = `Worth a message, says ${ann.handle}`
  const { id } = await createPost(ann, text)
  await befriend(ann, bob)
  await befriend(bob, cat)
  await message(cat, bob, 'Anything new?')
  await cat.page.goto(`/messages?user=${bob.id}`)
  const words = (text: string) => cat.page.locator('.s-bubble').getByText(text, { exact: true })
  await expect(words('Anything new?')).toBeVisible()

  await bob.page.goto(`/u/${ann.handle}`)
  await card(bob.page, text).getByRole('button', { name: 'Share' }).click()
  await bob.page.getByRole('menuitem', { name: 'Send in a message' }).click()
  const sheet = bob.page.getByRole('dialog', { name: 'Send in a message' })
  await sheet.getByRole('textbox', { name: 'Words with it' }).fill('This:')
  await sheet.getByRole('button', { name: 'Send to Cat' }).click()
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Cat' })).toContainText('Sent')
  // Somebody without a conversation is found by name.
  await sheet.getByRole('textbox', { name: 'Words with it' }).fill('')
  await sheet.getByRole('searchbox', { name: 'Search people' }).fill(ann.handle)
  await sheet.getByRole('button', { name: 'Send to Ann' }).click()
  await expect(sheet.getByRole('button', { name: 'Sent' })).toBeVisible()
  await bob.page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  const thread = cat.page.getByRole('main')
  await expect(words('This:')).toBeVisible()
  await expect(thread.getByRole('link', { name: text })).toBeVisible()
  await expect(thread.getByText(`/post/${id}`)).toHaveCount(0)
  await deletePost(ann, id)
  await expect(thread.getByText('This drop went down the drain.')).toBeVisible()
  await ann.context.request.post(`/api/posts/${id}/restore`, { headers: { 'sec-fetch-site': 'same-origin' } })
  await thread.getByRole('link', { name: text }).click()
  await expect(cat.page).toHaveURL(`/p/${id}`)

  await ann.page.goto('/messages')
  await expect(ann.page.getByRole('link', { name: /Bob/ })).toContainText('A drop')
})

test('what cannot be sent is said, and can be sent again', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const text = `Not for ${bob.handle}`
  await createPost(ann, text)
  await befriend(ann, bob)
  await message(bob, ann, 'Hello')
  await ann.page.goto(`/u/${ann.handle}`)
  await card(ann.page, text).getByRole('button', { name: 'Share' }).click()
  await ann.page.getByRole('menuitem', { name: 'Send in a message' }).click()
  await ann.page.route('**/api/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, contentType: 'text/plain', body: 'You cannot message this person.' })
      : route.fallback(),
  )
  const send = ann.page.getByRole('button', { name: 'Send to Bob' })
  await send.click()
  await expect(ann.page.locator('.rf-toast')).toContainText('You cannot message this person.')
  await ann.page.unroute('**/api/messages')
  await send.click()
  await expect(ann.page.getByRole('button', { name: 'Sent' })).toBeVisible()
})

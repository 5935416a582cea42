import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { createPost, deletePost, editPost } from '#tests/pages/support/calls.ts'
import { fill, findCard, gone } from '#tests/pages/support/elements.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

const GONE = 'This drop went down the drain.'

it('a quoted post stands on a card in the post that quotes it, and follows what becomes of it', async () => {
  const [ann, bob, cat] = [await newPerson('Ann'), await newPerson('Bob'), await newPerson('Cat')]
  const original = `Original of ${ann.handle}`
  const words = `Said by ${bob.handle}`
  const { id } = await createPost(ann, original)
  await ann.post(`/users/${cat.id}/block`)
  const bobs = await openPage(`/u/${ann.handle}`, bob)
  const { user, address } = bobs
  await user.click(within(await findCard(original)).getByRole('button', { name: 'Share' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Quote' }))
  await eventually(() => expect(address()).toBe('/compose'))
  await screen.findByRole('link', { name: new RegExp(original) })

  // The draft keeps it, also at home, until it is taken out.
  await bobs.goto('/')
  const composer = within(await screen.findByRole('form', { name: 'New post' }))
  await composer.findByRole('link', { name: new RegExp(original) })
  await user.click(composer.getByRole('button', { name: 'Remove the quoted post' }))
  await gone(() => composer.queryByRole('link', { name: new RegExp(original) }))
  await bobs.goto(`/compose?quote=${id}`)
  await screen.findByRole('link', { name: new RegExp(original) })
  await fill(user, screen.getByRole('textbox', { name: 'What have you been brewing?' }), words)
  await user.click(screen.getByRole('button', { name: 'Flush it 💩' }))
  await eventually(() => expect(address()).toBe('/'))
  const card = async () => within(await findCard(words))
  await (await card()).findByRole('link', { name: new RegExp(original) })

  await bobs.sent(id)
  await editPost(ann, id, `${original}, reworded`)
  await (await card()).findByText(/reworded/)
  await deletePost(ann, id)
  await (await card()).findByText(GONE)
  await ann.post(`/posts/${id}/restore`)
  await (await card()).findByText(/reworded/)
  // The card leads to the original.
  await user.click((await card()).getByRole('link', { name: /reworded/ }))
  await eventually(() => expect(address()).toBe(`/p/${id}`))

  // Who may not see the original reads what everybody reads when it is gone.
  await openPage(`/u/${bob.handle}`, cat)
  await (await card()).findByText(GONE)
  await openPage('/notifications', ann)
  await screen.findByText(/Bob.*quoted your post/)
})

it('a warning stays a warning on the card, and a quote in a quote is left out', async () => {
  const [ann, bob] = [await newPerson('Ann'), await newPerson('Bob')]
  const secret = `Too much for ${ann.handle}`
  const warned = await createPost(ann, secret, { contentWarn: 'Splashes' })
  const quote = await createPost(bob, 'First quote', { quotedId: warned.id })
  const second = await createPost(bob, 'Second quote', { quotedId: quote.id })
  const { goto } = await openPage(`/p/${quote.id}`, ann)
  await within(await findCard('First quote')).findByRole('link', { name: /Splashes/ })
  expect(screen.queryByText(new RegExp(secret))).toBeNull()
  await goto(`/p/${second.id}`)
  await within(await findCard('Second quote')).findByRole('link', { name: /First quote/ })
  expect(screen.queryByText(/Splashes/)).toBeNull()
  expect(document.querySelector('.rf-toast')).toBeNull()
})

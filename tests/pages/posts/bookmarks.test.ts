import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { createPost, deletePost } from '#tests/pages/support/calls.ts'
import { cards, choose, findCard, gone, toastWith } from '#tests/pages/support/elements.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

it("a kept post is on one's other pages at once, and leaves them with the bookmark or the post", async () => {
  const [ann, bob] = [await newPerson('Ann'), await newPerson('Bob')]
  const [first, second] = [`First of ${ann.handle}`, `Second of ${ann.handle}`]
  const { id: firstId } = await createPost(ann, first)
  const { id } = await createPost(ann, second)
  const inOrder = (...texts: string[]) =>
    eventually(() =>
      expect(screen.getAllByRole('article').map((one) => one.textContent)).toEqual(
        texts.map((text) => expect.stringContaining(text)),
      ),
    )
  // What another page of Bob does are his calls.
  const list = await openPage('/', bob)
  await list.user.click(await screen.findByRole('link', { name: 'Kept for later' }))
  await screen.findByText('Nothing kept yet')
  await list.sent('watch')
  await bob.put(`/posts/${firstId}/bookmark`)
  await findCard(first)
  await bob.put(`/posts/${id}/bookmark`)
  await inOrder(second, first)
  await list.reload()
  await inOrder(second, first)
  // Somebody else keeps nothing by it.
  expect((await ann.get('/bookmarks')).body).toEqual([])
  await choose(list.user, await findCard(first), 'Remove from Kept')
  await gone(() => cards(first))
  expect(await kept()).toEqual([id])
  await deletePost(ann, id)
  await list.reload()
  await screen.findByText('Nothing kept yet')

  async function kept(): Promise<string[]> {
    return (await bob.get<{ id: string }[]>('/bookmarks')).body.map((one) => one.id)
  }
})

it('the menu keeps a post and takes it out again, also by what another page does', async () => {
  const [ann, bob] = [await newPerson('Ann'), await newPerson('Bob')]
  const { id } = await createPost(ann, 'Worth a second look')
  const { user, sent } = await openPage(`/u/${ann.handle}`, bob)
  const card = await findCard('Worth a second look')
  await sent(id)
  await choose(user, card, 'Keep for later')
  await toastWith('Kept for later')
  expect((await bob.get<{ id: string }[]>('/bookmarks')).body.map((one) => one.id)).toEqual([id])
  await bob.delete(`/posts/${id}/bookmark`)
  // The menu on this page knows.
  await user.click(within(card).getByRole('button', { name: 'Post options' }))
  await screen.findByRole('menuitem', { name: 'Keep for later' })
})

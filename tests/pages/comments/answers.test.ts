import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { comment, createPost } from '#tests/pages/support/calls.ts'
import { gone, valueOf } from '#tests/pages/support/elements.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

const findField = () => screen.findByRole('textbox', { name: 'Your reply' })
const field = () => screen.queryByRole('textbox', { name: 'Your reply' })

it('an answer stands below its comment on both pages, at once', async () => {
  const [ann, bob] = [await newPerson('Ann'), await newPerson('Bob')]
  const { id } = await createPost(ann, 'A decree to be discussed')
  const older = await comment(bob, id, 'The older one')
  await comment(bob, id, 'The newer one')
  const anns = await openPage(`/p/${id}`, ann)
  await anns.sent(id)
  const row = (await screen.findByText('The older one')).closest('li')!
  await anns.user.click(within(row).getByRole('button', { name: 'Reply to Bob' }))
  expect(valueOf(await findField())).toBe(`@${bob.handle} `)
  await anns.user.type(await findField(), 'no.')
  const form = within(row).getByRole('form', { name: 'Reply to Bob' })
  await anns.user.click(within(form).getByRole('button', { name: 'Reply' }))
  await gone(field)
  const findReplies = () => screen.findByRole('list', { name: 'Replies to Bob' })
  // A mention is a link within the text.
  const saysReply = (words: string) =>
    eventually(async () => expect((await findReplies()).textContent).toContain(words))
  await saysReply(`@${bob.handle} no.`)
  // Another's answer comes live.
  await bob.post(`/posts/${id}/comments`, { text: `@${ann.handle} well.`, parentId: older.id })
  await saysReply(`@${ann.handle} well.`)

  const bobs = await openPage(`/p/${id}`, bob)
  await saysReply(`@${bob.handle} no.`)
  await bobs.user.click(within(await findReplies()).getByRole('button', { name: 'Reply to Ann' }))
  await bobs.user.type(await findField(), 'yes.')
  await bobs.user.keyboard('{Control>}{Enter}{/Control}')
  await eventually(async () => expect(within(await findReplies()).getAllByRole('listitem')).toHaveLength(3))
  await screen.findByRole('heading', { name: 'Comments 5' })

  await openPage('/notifications', ann)
  await screen.findByText(/Bob.*replied to your comment/)
  await screen.findByText(`“@${ann.handle} yes.”`)
})

it('a reply that is given up leaves nothing, and one that was begun waits', async () => {
  const ann = await newPerson('Ann')
  const { id } = await createPost(ann, 'A decree')
  await comment(ann, id, 'My own')
  const { user, reload } = await openPage(`/p/${id}`, ann)
  const findReply = () => screen.findByRole('button', { name: 'Reply to Ann' })
  await user.click(await findReply())
  expect(valueOf(await findField())).toBe('')
  await user.type(await findField(), 'Half a thought')
  await user.keyboard('{Escape}')
  await gone(field)
  await reload()
  await user.click(await findReply())
  expect(valueOf(await findField())).toBe('Half a thought')
})

import { expect, it } from 'vitest'
import { comment, createPost } from '#tests/pages/support/calls.ts'
import type { Reply } from '#tests/support/http-client.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { signals } from '#tests/pages/support/page-parts.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'

/** One more than a page has. */
const COMMENTS = 21

it('a comment of a link that is edited or deleted after the page has read it, but before it watches the post, changes on the page', async () => {
  const [ann, bob] = [await newPerson('Ann'), await newPerson('Bob')]
  const post = await createPost(ann, 'A decree to be discussed')
  const { id } = await comment(bob, post.id, 'The oldest one')
  for (let number = 2; number <= COMMENTS; number += 1) await comment(ann, post.id, `Comment ${number}`)
  const { user, network, sent } = await openPage(`/p/${post.id}#c-${id}`, ann)
  await screen.findByText('The oldest one')
  const leave = async () => {
    signals.sent.length = 0
    await user.click(screen.getAllByRole('link', { name: 'Kept for later' })[0]!)
    await sent('"unwatch"')
  }
  const backWhile = (change: () => Promise<Reply<unknown>>) => {
    let changed = false
    network.answer(async ({ path }, send) => {
      if (changed || path !== `/api/comments/${id}`) return undefined
      changed = true
      const answer = await send()
      expect((await change()).status).toBeLessThan(300)
      return answer
    })
    history.back()
  }
  await leave()
  backWhile(() => bob.patch(`/comments/${id}`, { text: 'The first one' }))
  expect((await screen.findByText('The first one')).closest('[aria-current="true"]')).not.toBeNull()
  await leave()
  backWhile(() => bob.delete(`/comments/${id}`))
  await screen.findByText('The comment of this link was flushed, or was never here.')
  expect(screen.queryByText('The first one')).toBeNull()
})

import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import type { CommentPermissionView } from '#contract/comments.ts'
import type { CrowdControlInput } from '#contract/posts.crowd-control.ts'
import { comment, createPost, react } from '#tests/pages/support/calls.ts'
import { choose, fill, gone } from '#tests/pages/support/elements.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { eventually } from '#tests/support/eventually.ts'

// Axe looks at the dialog and the card in the scenes (tests/scenes/posts.ts, tests/scenes/notifications.ts).
let ann: PagePerson
let bob: PagePerson
let id: string
beforeEach(async () => {
  ;[ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
  id = (await createPost(ann, 'My hot take on bidets')).id
})

const call = (input: CrowdControlInput) => ann.put(`/posts/${id}/plunger`, input)
const hide = (hidden: boolean) => ann.put(`/posts/${id}/hidden`, { hidden })
const mayBobComment = async () =>
  (await bob.get<CommentPermissionView>(`/posts/${id}/comment-permission`)).body.allowed

it('Crowd control is called from the menu of a post; its figures are live, its switches rule, until its end', async () => {
  const { user, goto } = await openPage(`/p/${id}`, ann)
  await choose(user, null, 'Plunger Mode')
  const dialog = await screen.findByRole('dialog', { name: 'Plunger Mode' })
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: '1 hour' }).checked).toBe(true)
  await user.click(within(dialog).getByRole('radio', { name: '8 hours' }))
  await user.click(within(dialog).getByRole('button', { name: 'Call the plunger' }))
  await gone(() => screen.queryByRole('dialog'))
  const own = () => screen.findByRole('region', { name: 'Plunger Mode' })
  const says = (words: string) => eventually(async () => expect((await own()).textContent).toContain(words))
  const press = async (name: string) => user.click(await within(await own()).findByRole('button', { name }))
  await says('You called the plunger.')
  await comment(bob, id, 'Cold.')
  await react(bob, id, '💩')
  await says('1 comment and 1 reaction so far.')

  const pause = async () =>
    user.click(await within(await own()).findByRole('switch', { name: 'Pause strangers' }))
  await pause()
  await eventually(async () => expect(await mayBobComment()).toBe(false))
  await pause()
  await eventually(async () => expect(await mayBobComment()).toBe(true))
  const slow = await within(await own()).findByRole('combobox', { name: 'Slow comments' })
  await user.selectOptions(slow, 'One a person in 15 minutes')
  await eventually(async () =>
    expect((await bob.post(`/posts/${id}/comments`, { text: 'And wet.' })).text).toMatch(
      /^The author has asked for a slower flow/,
    ),
  )

  // Hidden, and shown again from the card in the notifications.
  await press('Hide the post')
  await says('Nobody else can see this drop until you show it again.')
  await eventually(async () => expect((await bob.get(`/posts/${id}`)).status).toBe(404))
  await goto('/notifications')
  await says('My hot take on bidets')
  await screen.findByText('No notifications yet')
  await press('Show it again')
  await eventually(async () => expect((await bob.get(`/posts/${id}`)).status).toBe(200))
  await press('End it')
  await gone(() => screen.queryByRole('region', { name: 'Plunger Mode' }))
  await eventually(() =>
    expect(document.body.textContent).toMatch(
      /The plunger has done its work\. Meanwhile: \d comments? and 1 reaction/,
    ),
  )
})

it("a stranger's open page follows the rules of crowd control", async () => {
  await call({ hours: 8 })
  const { user } = await openPage(`/p/${id}`, bob)
  const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment' })
  const fieldIsThere = () => eventually(() => expect(field()).not.toBeNull())
  await fieldIsThere()
  await call({ strangersPaused: true })
  await screen.findByText(/The plunger is at work: only people whom the author follows can comment/)
  await gone(field)
  await call({ strangersPaused: false })
  await fieldIsThere()
  await comment(bob, id, 'Cold.')
  await call({ slowMinutes: 15 })
  await screen.findByText('The plunger is at work: one comment a person in 15 minutes.')
  await fill(user, field()!, 'And wet.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText(/^The author has asked for a slower flow/)
  await eventually(() => expect(field()!.value).toBe('And wet.'))
  await hide(true)
  await screen.findByText('It was flushed, or it was never here.')
  await hide(false)
  await within(await screen.findByRole('article')).findByText('My hot take on bidets')
  await ann.delete(`/posts/${id}/plunger`)
  await gone(() => screen.queryByText(/one comment a person/))
})

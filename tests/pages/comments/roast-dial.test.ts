import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import type { RoastDial } from '#contract/posts.constants.ts'
import type { PostView } from '#contract/posts.ts'
import { eventually } from '#tests/support/eventually.ts'
import { comment, createPost, follow } from '#tests/pages/support/calls.ts'
import { choose, fill, findCard, gone, valueOf } from '#tests/pages/support/elements.ts'
import { clickButton } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'

const line = () => screen.queryByRole('textbox', { name: 'Your comment' })

it('the roast dial is chosen with a post, and kept with the draft', async () => {
  const ann = await newPerson('Ann')
  const { user, reload } = await openPage('/', ann)
  const field = () => screen.findByPlaceholderText('Top Crap Talk 💩')
  await fill(user, await field(), 'My first plumbing. What do you think?')
  await clickButton(user, 'Roast dial')
  await screen.findByText('Everybody can comment. Brace yourself.')
  await user.click(screen.getByRole('radio', { name: 'Be gentle' }))
  await screen.findByText('Only people you follow or mention can comment.')
  await reload()
  await eventually(async () => expect(valueOf(await field())).toBe('My first plumbing. What do you think?'))
  const gentle = await screen.findByRole<HTMLInputElement>('radio', { name: 'Be gentle' })
  expect(gentle.checked).toBe(true)
  await clickButton(user, 'Flush it 💩')
  await within(await findCard('My first plumbing')).findByText('Be gentle')
  const stored = async () => (await ann.get<PostView[]>(`/users/${ann.handle}/posts`)).body[0]?.dial
  await eventually(async () => expect(await stored()).toBe('gentle'))
})

it('the author turns the roast dial later, and can always comment', async () => {
  const ann = await newPerson('Ann')
  const { id } = await createPost(ann, 'My first plumbing', { dial: 'gentle' })
  const { user } = await openPage(`/p/${id}`, ann)
  await eventually(() => expect(line()).not.toBeNull())
  for (const position of ['Off: everybody can comment', 'No comments']) {
    await choose(user, null, 'Edit')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Roast dial' }), position)
    await clickButton(user, 'Save')
    await gone(() => screen.queryByRole('dialog'))
  }
  await screen.findByText('No comments')
})

it('open pages follow the roast dial of a post', async () => {
  const [ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
  await follow(bob, ann)
  const { id } = await createPost(ann, 'My first plumbing', { dial: 'gentle' })
  await comment(ann, id, 'Anybody?')
  const turn = (dial: RoastDial | null) => ann.put(`/posts/${id}/dial`, { dial })
  const { user } = await openPage(`/p/${id}`, bob)
  await screen.findByText(
    'Be gentle: only people whom the author follows or mentions can comment on this drop.',
  )
  expect(line()).toBeNull()
  await screen.findByText('Anybody?')
  expect(screen.queryByRole('button', { name: 'Reply to Ann' })).toBeNull()
  const { default: axe } = await import('axe-core')
  // Colours: src/client/ui/tokens.test.ts. Without style sheets there are the banners of phones and of desktops.
  const { violations } = await axe.run(screen.getByRole('main'), {
    rules: { 'color-contrast': { enabled: false }, 'landmark-no-duplicate-banner': { enabled: false } },
  })
  expect(violations.map(({ id }) => id)).toEqual([])
  expect((await turn(null)).status).toBe(200)
  await eventually(() => expect(line()).not.toBeNull())
  await gone(() => screen.queryByText('Be gentle'))
  await clickButton(user, 'Reply to Ann')
  await fill(user, await screen.findByRole('textbox', { name: 'Your reply' }), 'It leaks.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await eventually(async () => expect((await ann.get(`/posts/${id}/comments`)).text).toContain('It leaks.'))

  await turn('closed')
  await screen.findByText('The lid is down: nobody can comment on this drop.')
  expect(line()).toBeNull()
  await screen.findByText('It leaks.')
})

import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import { eventually } from '#tests/support/eventually.ts'
import { comment, createPost, react } from '#tests/pages/support/calls.ts'
import { fill, findCard, gone, toastWith, valueOf } from '#tests/pages/support/elements.ts'
import { clickButton, logIn, signUp } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'

let ann: PagePerson
let bob: PagePerson
beforeEach(async () => {
  ann = await newPerson('Ann')
  bob = await newPerson('Bob')
})

const pooOf = async (text: string) => within(await findCard(text)).findByRole('button', { name: /^poo/ })
const inSheet = async (title: string, link: string) =>
  within(await screen.findByRole('dialog', { name: title })).findByRole('link', { name: link })
const mark = () => screen.findByPlaceholderText<HTMLTextAreaElement>('Leave your mark')

it("a visitor's reaction shows on the author's page at once", async () => {
  const { id } = await createPost(bob, 'Be seated')
  const { sent } = await openPage(`/p/${id}`, bob)
  await findCard('Be seated')
  await sent(id)
  await react(ann, id, '💩')
  await eventually(async () => expect((await pooOf('Be seated')).getAttribute('aria-label')).toBe('poo, 1'))
})

it('an account is offered beside the log-in, in the column and below the fifth post', async () => {
  for (const count of [1, 2, 3, 4, 5]) await createPost(bob, `Number ${count}`)
  await openPage(`/u/${bob.handle}`)
  await findCard('Number 5')
  const offers = await screen.findAllByRole('link', { name: 'Create account' })
  for (const offer of offers) expect(offer.getAttribute('href')).toMatch(/^\/register(\?|$)/)
  const main = screen.getByRole('navigation', { name: 'Main' })
  const sidebar = main.closest('header')!
  expect(offers.find((offer) => sidebar.contains(offer))?.getAttribute('href')).toBe('/register')
  const column = await screen.findByRole('complementary', { name: 'Search and advertisements' })
  await within(column).findByRole('link', { name: 'Create account' })
  const posts = () => within(screen.getByRole('feed')).getAllByRole('article')
  await eventually(() => expect(posts()[5]?.textContent).toContain('The seat is still warm'))
  // Members see none of it.
  await openPage(`/u/${bob.handle}`, bob)
  await findCard('Number 1')
  expect(posts()).toHaveLength(5)
  expect(screen.queryByText('The seat is still warm')).toBeNull()
})

it('a page that needs an account says so, and is there after the sign-up', async () => {
  const { user, address } = await openPage('/compose')
  await screen.findByText(/You need an account to post\./)
  await user.click(screen.getByRole('link', { name: 'Sign up' }))
  await screen.findByLabelText('Confirm password')
  await screen.findByText(/You need an account to post\./)
  await signUp(user)
  await eventually(() => expect(address()).toBe('/compose'))
})

it('a visitor comments, logs in, and the comment is posted', async () => {
  const { id } = await createPost(bob, 'What do you say?')
  const { user, address } = await openPage(`/p/${id}`)
  await fill(user, await mark(), 'I say plunger')
  await clickButton(user, 'Comment')
  await user.click(await inSheet('Leave your mark', 'Log in'))
  await logIn(user, ann)
  await eventually(() => expect(address()).toBe(`/p/${id}`))
  const comments = await screen.findByRole('region', { name: 'Comments' })
  const row = (await within(comments).findByText('I say plunger')).closest('li, article')
  expect(row).not.toBeNull()
  await eventually(async () => expect(valueOf(await mark())).toBe(''))
  // It is shown before it is stored.
  const stored = () => bob.get<CommentView[]>(`/posts/${id}/comments`)
  await eventually(async () => expect((await stored()).text).toContain('I say plunger'))
})

it('a visitor poos on a comment, logs in, and the poo is given', async () => {
  const { id } = await createPost(bob, 'Below this one')
  const said = await comment(bob, id, 'Nobody will ever poo on me')
  const { user } = await openPage(`/p/${id}`)
  const row = () =>
    eventually(() => {
      const found = document.querySelector<HTMLElement>(`#c-${said.id}`)
      expect(found).not.toBeNull()
      return within(found!)
    })
  await user.click(await (await row()).findByRole('button', { name: 'poo' }))
  await toastWith('Please log in to react to comments.')
  await user.click(await inSheet('Throw the first poo', 'Log in'))
  await logIn(user, ann)
  await eventually(() => expect(location.pathname + location.hash).toBe(`/p/${id}#c-${said.id}`))
  const given = await eventually(async () => (await row()).getByRole('button', { name: 'poo, 1' }))
  expect(given.getAttribute('aria-pressed')).toBe('true')
})

it('a visitor who follows somebody and logs in follows them', async () => {
  const { user, address } = await openPage(`/u/${bob.handle}`)
  await screen.findByRole('heading', { level: 1, name: 'Bob' })
  await clickButton(user, 'Follow')
  await toastWith('Login required: Please log in to follow users')
  await user.click(await inSheet('Join the court', 'Log in'))
  await logIn(user, ann)
  await eventually(() => expect(address()).toBe(`/u/${bob.handle}`))
  await screen.findByRole('button', { name: 'Following' })
})

it('a closed sheet does not come back in this tab, and nothing is done later', async () => {
  const { id } = await createPost(bob, 'Leave it')
  const { user, goto, address } = await openPage(`/p/${id}`)
  await user.click(await pooOf('Leave it'))
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
  await goto(`/login?next=/p/${id}`)
  await logIn(user, ann)
  await screen.findByRole('button', { name: 'Sign Out' })
  expect((await pooOf('Leave it')).getAttribute('aria-label')).toBe('poo')
  await clickButton(user, 'Sign Out')
  await eventually(() => expect(address()).toBe('/'))
  await goto(`/p/${id}`)
  await user.click(await within(await findCard('Leave it')).findByRole('button', { name: 'red heart' }))
  const toast = await toastWith('Log in')
  within(toast).getByRole('link', { name: 'Log in' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(within(toast).getByRole('link', { name: 'Create account' }))
  await eventually(() => expect(address()).toBe(`/register?next=${encodeURIComponent(`/p/${id}`)}`))
})

import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { comment, createPost, deletePost, editPost, react } from '#tests/pages/support/calls.ts'
import { choose, fill, findCard, gone, valueOf } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen, type OpenedPage } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

let ann: PagePerson
let bob: PagePerson
let post: PostView

beforeEach(async () => {
  ann = await newPerson('Ann')
  bob = await newPerson('Bob')
  post = await createPost(ann, 'Who took the good paper?')
})

/** Opens the post's page and waits until it is subscribed to the post. */
async function open(who: PagePerson | null): Promise<OpenedPage> {
  const page = await openPage(`/p/${post.id}`, who)
  await page.sent(post.id)
  await findCard('Who took the good paper?')
  return page
}

const findReaction = async (name: string) =>
  within(await screen.findByRole('group', { name: 'Reactions' })).findByRole('button', { name })
const reactions = (name: string) =>
  within(screen.getByRole('group', { name: 'Reactions' })).queryAllByRole('button', { name })
const comments = () => within(screen.getByRole('region', { name: 'Comments' }))
const field = () => comments().getByPlaceholderText('Leave your mark')
const rows = () => comments().queryAllByRole('listitem')

async function say({ user }: OpenedPage, text: string): Promise<void> {
  await fill(user, field(), text)
  await user.click(comments().getByRole('button', { name: 'Comment' }))
}

it("a reaction shows at once; a second click removes it; the card's head has the handle once", async () => {
  const { user, network } = await open(bob)
  const letGo = network.holdWrites('/reaction')
  await user.click(await findReaction('poo'))
  expect((await findReaction('poo, 1')).getAttribute('aria-pressed')).toBe('true')
  letGo()
  // The head of the card contains the handle for screen readers too.
  const card = await findCard('Who took the good paper?')
  expect(within(card).getAllByRole('link', { name: `@${ann.handle}` })).toHaveLength(1)
  await user.click(await findReaction('laughing face'))
  await findReaction('laughing face, 1')
  await gone(() => reactions('poo, 1'))
  await user.click(await findReaction('laughing face, 1'))
  await gone(() => reactions('laughing face, 1'))
  // Other people's move on their own.
  await react(ann, post.id, '💩')
  expect((await findReaction('poo, 1')).getAttribute('aria-pressed')).toBe('false')
  await react(ann, post.id, '😂')
  await findReaction('laughing face, 1')
  await gone(() => reactions('poo, 1'))
})

it('a comment shows at once, and is rolled back with its text when it is refused', async () => {
  const page = await open(bob)
  const letGo = page.network.holdWrites('/comments')
  await say(page, 'It was the duke.')
  await eventually(() =>
    expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining('It was the duke.')]),
  )
  comments().getByText(/Sending\.\.\./)
  letGo()
  await screen.findByText('Your comment has been added to the conversation.')
  await screen.findByRole('heading', { name: /Comments 1/ })
  expect(rows()).toHaveLength(1)

  page.network.answer(({ method, path }) =>
    method === 'POST' && path.endsWith('/comments')
      ? new Response('The throne is busy.', { status: 500 })
      : undefined,
  )
  await say(page, 'Lost and found')
  await screen.findByText('Failed to post comment')
  await screen.findByText('The throne is busy.')
  expect(rows()).toHaveLength(1)
  expect(valueOf(field())).toBe('Lost and found')
})

it("others' comments and posts offer neither Edit nor Delete, but to mute and block", async () => {
  await comment(ann, post.id, 'It was the jester.')
  const { user } = await open(bob)
  await comments().findByText('It was the jester.')
  await user.click(comments().getByRole('button', { name: 'Comment options' }))
  await eventually(() =>
    expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual(['Copy link', 'Report']),
  )
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Post options' }))
  await screen.findByRole('menuitem', { name: `Mute @${ann.handle}` })
  screen.getByRole('menuitem', { name: `Block @${ann.handle}` })
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
})

it("others' edits and deletions of a comment and a post are on the open page, and a deleted post's address says so", async () => {
  const { id } = await comment(ann, post.id, 'It was the duk.')
  const { goto, reload } = await open(bob)
  await comments().findByText('It was the duk.')
  await ann.patch(`/comments/${id}`, { text: 'It was the jester.' })
  await comments().findByText('It was the jester.')
  await ann.delete(`/comments/${id}`)
  await gone(rows)
  await editPost(ann, post.id, 'Who took the good towels?')
  await findCard('Who took the good towels?')
  await deletePost(ann, post.id)
  await screen.findByText('Post not found')
  await reload()
  await screen.findByText('Post not found')
  await goto('/p/zzz')
  await screen.findByText('Post not found')
})

it('a draft of a comment survives a reload', async () => {
  const { user, reload } = await open(bob)
  await fill(user, field(), 'On second thou')
  await reload()
  await eventually(() => expect(valueOf(field())).toBe('On second thou'))
})

it("a long text is cut on the card with 'Show more', and whole on its own page", async () => {
  const long = await createPost(ann, `${'The queue was long. '.repeat(18)}The end.`)
  const { user, goto } = await openPage(`/u/${ann.handle}`, ann)
  const shown = await findCard('The queue was long.')
  expect(shown.textContent).not.toContain('The end.')
  await user.click(within(shown).getByRole('button', { name: 'Show more' }))
  await eventually(() => expect(shown.textContent).toContain('The end.'))
  await goto(`/p/${long.id}`)
  expect((await findCard('The queue was long.')).textContent).toContain('The end.')
})

it('visitors read comments and are told to log in before they write one', async () => {
  await comment(bob, post.id, 'Anybody may read this')
  const page = await open(null)
  await comments().findByText('Anybody may read this')
  await say(page, 'Me too')
  await screen.findByText('Please log in to comment on posts.')
})

it("one's own post is edited and deleted from its menu, which leads home", async () => {
  const { user, address } = await open(ann)
  await choose(user, null, 'Edit')
  await fill(user, await screen.findByRole('textbox', { name: 'Post text' }), 'Who took the good towels?')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await findCard('Who took the good towels?')
  await choose(user, null, 'Delete')
  await eventually(() => expect(address()).toBe('/'))
  const { status } = await bob.get(`/posts/${post.id}`)
  expect(status).toBe(404)
})

import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { comment, createPost, poo } from '#tests/pages/support/calls.ts'
import { fill, gone } from '#tests/pages/support/elements.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

const findRow = (text: string) =>
  eventually(() => {
    const row = [...document.querySelectorAll<HTMLElement>('.s-comment')].find((one) =>
      one.textContent.includes(text),
    )
    if (!row) throw new Error(`No row has '${text}'.`)
    return within(row)
  })
const isPressed = (button: HTMLElement) => button.getAttribute('aria-pressed')

it('a poo on a comment shows at once on the pages of others, and its author is told', async () => {
  const [ann, bob] = [await newPerson('Ann'), await newPerson('Bob')]
  const { id } = await createPost(ann, 'A decree to be laughed at')
  const joke = await comment(bob, id, 'A joke')
  const { user, reload, sent } = await openPage(`/p/${id}`, ann)
  await sent(id)
  const button = async (name: string) => (await findRow('A joke')).findByRole('button', { name })
  await user.click(await button('poo'))
  expect(isPressed(await button('poo, 1'))).toBe('true')
  await poo(bob, joke.id)
  await button('poo, 2')
  await reload()
  expect(isPressed(await button('poo, 2'))).toBe('true')

  const others = await openPage('/notifications', bob)
  await others.user.click(await screen.findByRole('link', { name: 'Ann reacted 💩 to your comment' }))
  await eventually(() => expect(location.pathname + location.hash).toBe(`/p/${id}#c-${joke.id}`))
  await others.sent(id)
  expect(isPressed(await button('poo, 2'))).toBe('true')
  await ann.delete(`/comments/${joke.id}/poo`)
  expect(isPressed(await button('poo, 1'))).toBe('true')
  await others.user.click(await button('poo, 1'))
  expect(isPressed(await button('poo'))).toBe('false')
  await poo(ann, joke.id)
  expect(isPressed(await button('poo, 1'))).toBe('false')
  await ann.delete(`/comments/${joke.id}/poo`)
  await button('poo')
  await others.goto('/notifications')
  await screen.findByRole('heading', { name: 'No notifications yet' })
  expect(screen.queryByRole('link', { name: 'Ann reacted 💩 to your comment' })).toBeNull()
})

it('the order can be chosen, and what comes live does not move it', async () => {
  const [ann, bob] = [await newPerson('Ann'), await newPerson('Bob')]
  const { id } = await createPost(ann, 'A decree with an echo')
  const said: string[] = []
  for (const text of ['One', 'Two', 'Three']) said.push((await comment(bob, id, text)).id)
  await poo(ann, said[1]!)
  const { user, sent } = await openPage(`/p/${id}`, ann)
  await sent(id)
  const comments = await screen.findByRole('region', { name: 'Comments' })
  const texts = () => [...comments.querySelectorAll('.s-comment-text')].map((one) => one.textContent)
  const haveTexts = (...expected: string[]) => eventually(() => expect(texts()).toEqual(expected))
  await haveTexts('Three', 'Two', 'One')
  const choose = (name: string) =>
    user.click(within(screen.getByRole('group', { name: 'Order of comments' })).getByText(name))
  await choose('Oldest')
  await haveTexts('One', 'Two', 'Three')
  await comment(bob, id, 'Four')
  await haveTexts('One', 'Two', 'Three', 'Four')
  await choose('Top')
  await haveTexts('Two', 'Four', 'Three', 'One')
  await poo(bob, said[0]!)
  await poo(ann, said[0]!)
  await within(comments).findByRole('button', { name: 'poo, 2' })
  expect(texts()).toEqual(['Two', 'Four', 'Three', 'One'])
  await fill(user, screen.getByRole('textbox', { name: 'Your comment' }), 'Mine')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await haveTexts('Mine', 'Two', 'Four', 'Three', 'One')
})

it('the roast of the day rises to the top at once, and goes with its poos', async () => {
  const people = [await newPerson('Ann'), await newPerson('Bob'), await newPerson('Cat')] as const
  const [ann, bob, cat] = people
  const { id } = await createPost(ann, 'A decree to be roasted')
  const roast = await comment(bob, id, 'Burnt')
  await comment(bob, id, 'Lukewarm')
  const { sent } = await openPage(`/p/${id}`, ann)
  await sent(id)
  await screen.findByText('Lukewarm')
  for (const one of people) await poo(one, roast.id)
  await within(await screen.findByRole('region', { name: 'Roast of the day' })).findByText('Burnt')
  expect(screen.getAllByText('Burnt')).toHaveLength(1)
  await cat.delete(`/comments/${roast.id}/poo`)
  await gone(() => screen.queryByRole('region', { name: 'Roast of the day' }))
  expect(screen.getAllByText('Burnt')).toHaveLength(1)
  // On a page that opens with it, one's own second poo ends it.
  await poo(cat, roast.id)
  const others = await openPage(`/p/${id}`, cat)
  await screen.findByRole('region', { name: 'Roast of the day' })
  await others.user.click(screen.getByRole('button', { name: 'poo, 3' }))
  await gone(() => screen.queryByRole('region', { name: 'Roast of the day' }))
  expect(screen.getAllByText('Burnt')).toHaveLength(1)
})

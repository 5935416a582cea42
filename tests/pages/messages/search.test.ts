import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { befriend, message } from '#tests/pages/support/calls.ts'
import { fill, gone } from '#tests/pages/support/elements.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { eventually } from '#tests/support/eventually.ts'
import { thread } from './thread.ts'

const found = () => screen.findByRole('region', { name: 'Messages found' })
const rows = () => [...document.querySelectorAll<HTMLElement>('section[aria-label="Messages found"] li a')]
const rowsAre = (...texts: string[]) =>
  eventually(() =>
    expect(rows().map(({ textContent }) => textContent)).toEqual(
      texts.map((text) => expect.stringContaining(text)),
    ),
  )
const foundHas = (words: string) =>
  eventually(async () => expect((await found()).textContent).toContain(words))
const focused = (find: () => Element | null | undefined) =>
  eventually(() => expect(document.activeElement).toBe(find()!))
const people = () => screen.queryByRole('heading', { name: 'People' })

// A thread that is opened far back, and Back from there, need layout: tests/e2e/messages/message-search.desktop.spec.ts.
it('[L44] the search box finds messages below people; a result leads to its place, and results follow deletions', async () => {
  const [ann, bob, cat] = await Promise.all([newPerson('Ann'), newPerson('Bob'), newPerson('Cat')])
  await Promise.all([befriend(ann, bob), befriend(ann, cat)])
  await message(ann, bob, 'The golden plunger is mine')
  await message(cat, ann, 'No, the plunger is ours')
  const { user, network } = await openPage('/messages', ann)
  const box = await screen.findByRole('searchbox', { name: 'Search conversations' })
  await fill(user, box, 'bob')
  await eventually(() => expect(people()).not.toBeNull())
  await foundHas('We found no message with these words')
  await fill(user, box, 'Plunger')
  await rowsAre('No, the plunger is ours', 'You: The golden plunger is mine')
  await gone(people)
  expect(rows()[0]!.textContent).toContain('Cat')
  expect(rows()[1]!.querySelector('mark')?.textContent).toBe('plunger')

  // By keys alone: down to the second one, up and down again, and into its thread.
  expect(document.activeElement).toBe(box)
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowDown}')
  await focused(() => rows()[1])
  await user.keyboard('{Escape}')
  await focused(() => box)
  await user.keyboard('{ArrowDown}{Enter}')
  const place = () => thread()?.querySelector<HTMLElement>('[data-found]')
  await eventually(() => expect(place()?.textContent).toContain('No, the plunger is ours'))
  await focused(place)

  const { conversationId, id } = await message(bob, ann, 'My plunger is plastic')
  await fill(user, box, 'plastic plunger')
  await rowsAre('My plunger is plastic')
  await bob.delete(`/messages/${conversationId}/${id}`)
  await rowsAre()
  await foundHas('We found no person and no message')

  await fill(user, box, 'plunger before:yesterday')
  const alert = await within(await found()).findByRole('alert')
  expect(alert.textContent).toContain('Write a day after before:')
  await fill(user, box, 'nowhere')
  await screen.findByRole('heading', { name: 'No conversations yet' })
  await gone(() => document.querySelector('section[aria-label="Messages found"] [role=alert]'))
  network.answer(({ path }) =>
    path.startsWith('/api/messages/search') ? Response.json({}, { status: 500 }) : undefined,
  )
  await fill(user, box, 'plunger')
  await screen.findByRole('heading', { name: 'Failed to search messages' })
  network.answerNothing()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await rowsAre('No, the plunger is ours', 'You: The golden plunger is mine')
})

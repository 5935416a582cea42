import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { befriend, message } from '#tests/pages/support/calls.ts'
import { gone } from '#tests/pages/support/elements.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { eventually } from '#tests/support/eventually.ts'
import { chooseOf, composer, openThread, thread, threadHas, write } from './thread.ts'

const QUESTION = 'Who took the last roll?'

/** The form to write with, which shows above its field what is answered. */
const form = async () => (await composer()).closest('form')!
const formHas = (words: string) => eventually(async () => expect((await form()).textContent).toContain(words))
const quote = () => within(thread()!).queryByRole('button', { name: /^In reply to/ })
/** The quote of a message by this person, as soon as it shows these words. */
const findQuote = (author: string, words: string) =>
  eventually(() => {
    const shown = quote()?.textContent
    expect(shown).toMatch(new RegExp(`^In reply to ${author}: `))
    expect(shown).toContain(words)
    return quote()!
  })
const quoteHas = (words: string) => eventually(() => expect(quote()?.textContent).toContain(words))

it('a reply shows what it answers, leads to it, and follows its deletion', async () => {
  const [ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
  await befriend(ann, bob)
  const asked = await message(ann, bob, QUESTION)
  const stored = async () => (await ann.get<MessageView[]>(`/messages/${asked.conversationId}`)).body
  const bobs = await openThread(bob, ann)
  await chooseOf(bobs, QUESTION, 'Reply')
  await formHas(QUESTION)
  const field = await composer()
  await eventually(() => expect(document.activeElement).toBe(field))
  await bobs.user.click(screen.getByRole('button', { name: 'Cancel the reply' }))
  await eventually(async () => expect((await form()).textContent).not.toContain('Who took'))

  await chooseOf(bobs, QUESTION, 'Reply')
  await formHas(QUESTION)
  await write(bobs, 'The duke did.')
  await eventually(async () => expect((await form()).textContent).not.toContain('Who took'))
  await findQuote('Ann', QUESTION)
  await write(bobs, '💩')
  await eventually(async () => expect(await stored()).toHaveLength(3))

  const anns = await openThread(ann, bob)
  await threadHas('💩')
  await anns.user.click(await findQuote('You', QUESTION))
  await eventually(() =>
    expect(document.activeElement).toBe(within(thread()!).getAllByText(QUESTION)[0]!.closest('li')),
  )
  await chooseOf(anns, QUESTION, 'Delete message')
  await quoteHas('Message deleted')
  await eventually(async () => expect((await stored())[0]).toMatchObject({ deleted: true }))

  // The other page follows as well.
  const path = `/messages/${asked.conversationId}/${asked.id}`
  await ann.post(`${path}/restore`)
  await openThread(bob, ann)
  await quoteHas(QUESTION)
  await ann.delete(path)
  await quoteHas('Message deleted')
  await gone(() => within(thread()!).queryAllByText(QUESTION))
})

import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { befriend, message } from '#tests/pages/support/calls.ts'
import { fill, gone, toastWith } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { screen, type OpenedPage } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  bubble,
  chooseOf,
  composer,
  findBubble,
  list,
  listHas,
  openOptions,
  threadHas,
  openThread,
} from './thread.ts'

let ann: PagePerson
let bob: PagePerson

beforeEach(async () => {
  ;[ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
  await befriend(ann, bob)
})

const chips = (words: string) => {
  const group = within(bubble(words)!).queryByRole('group', { name: 'Reactions' })
  return group ? within(group).getAllByRole('button') : []
}
const chipsAre = (words: string, ...texts: string[]) =>
  eventually(() => expect(chips(words).map(({ textContent }) => textContent)).toEqual(texts))
const chipNamed = async (words: string, name: string) =>
  within(await findBubble(words)).findByRole('button', { name })
const ofFive = (name: string) => screen.findByRole('menuitemcheckbox', { name: `React with ${name}` })
const pathOf = ({ conversationId, id }: MessageView) => `/messages/${conversationId}/${id}/reaction`
/** Before it is, the page shows it, and a reaction of another person could come first. */
const isStored = ({ conversationId }: MessageView, { id }: PagePerson, emoji: string) =>
  eventually(async () => {
    const { body } = await bob.get<MessageView[]>(`/messages/${conversationId}`)
    expect(body[0]!.reactions?.[id]).toBe(emoji)
  })
const focused = (find: () => Element | null | undefined) =>
  eventually(() => expect(document.activeElement).toBe(find()))

it('[L32] a reaction shows at once; the second one counts, another replaces it, a press takes it back', async () => {
  const words = 'gold paper'
  const said = await message(ann, bob, 'I have bought gold paper')
  const page = await openThread(bob, ann)
  await openOptions(page, words)
  await page.user.click(await ofFive('thumbs up'))
  await chipNamed(words, '👍 from you')
  await isStored(said, bob, '👍')
  await ann.put(pathOf(said), { emoji: '👍' })
  await chipsAre(words, '👍2')
  expect(chips(words)[0]!.getAttribute('aria-pressed')).toBe('true')
  await openOptions(page, words)
  expect((await ofFive('thumbs up')).getAttribute('aria-checked')).toBe('true')
  await page.user.click(await ofFive('poo'))
  await chipsAre(words, '💩', '👍')
  await isStored(said, bob, '💩')
  await ann.delete(pathOf(said))
  await chipsAre(words, '💩')
  await page.reload()
  await chipNamed(words, '💩 from you')
  expect(chips(words)).toHaveLength(1)

  // The same for the one who wrote it.
  const hers = await openThread(ann, bob)
  await chipNamed(words, '💩 from Bob')
  expect(chips(words)[0]!.getAttribute('aria-pressed')).toBe('false')
  await bob.put(pathOf(said), { emoji: '👍' })
  await hers.user.click(await chipNamed(words, '👍 from Bob'))
  await chipsAre(words, '👍2')
  await isStored(said, ann, '👍')
  expect(chips(words)[0]!.getAttribute('aria-pressed')).toBe('true')
  await bob.put(pathOf(said), { emoji: '💩' })
  await chipsAre(words, '💩', '👍')
  await hers.user.click(chips(words)[1]!)
  await chipsAre(words, '💩')
  // Nothing of it is new in the list, or told.
  await listHas('I have bought gold paper')
  expect(list().textContent).not.toContain('unread')
})

it('a refused reaction is taken from the screen again, and says why', async () => {
  await message(bob, ann, 'Choose wisely')
  const page = await openThread(ann, bob)
  page.network.answer(({ path }) =>
    path.endsWith('/reaction') ? new Response('"No."', { status: 403 }) : undefined,
  )
  await openOptions(page, 'Choose wisely')
  await page.user.click(await ofFive('thumbs down'))
  await toastWith('Reaction failed')
  expect(chips('Choose wisely')).toEqual([])
})

const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Edit message' })
const edited = (words: string) =>
  within(bubble(words)!).queryByRole('button', { name: 'edited, show the edit history' })
async function chooseEdit(page: OpenedPage, words: string): Promise<void> {
  await chooseOf(page, words, 'Edit message')
  await eventually(() => expect(document.activeElement).toBe(field()!))
}
async function readHistory({ user }: OpenedPage, words: string): Promise<(string | null)[]> {
  await eventually(() => expect(edited(words)).not.toBe(null))
  await user.click(edited(words)!)
  const history = await screen.findByRole('dialog', { name: 'Edit history' })
  const items = () => [...history.querySelectorAll('li')].map(({ textContent }) => textContent)
  await eventually(() => expect(items().at(-1)).not.toMatch(/^Loading/))
  const texts = items()
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
  return texts
}
const versions = [expect.stringContaining('The king is in'), expect.stringContaining('The kimg is in')]

it('[L33] an edit shows for both at once, and both read what the message said before', async () => {
  await message(ann, bob, 'The kimg is in')
  const page = await openThread(ann, bob)
  await chooseEdit(page, 'The kimg is in')
  await fill(page.user, field()!, 'The king is in')
  await page.user.keyboard('{Enter}')
  await gone(field)
  await findBubble('The king is in')
  expect(bubble('The kimg is in')).toBe(undefined)
  expect(await readHistory(page, 'The king is in')).toEqual(versions)

  const his = await openThread(bob, ann)
  expect(await readHistory(his, 'The king is in')).toEqual(versions)
  await listHas('The king is in')
  const said = (await ann.get<{ lastMessage: MessageView; id: string }[]>('/messages/conversations')).body[0]!
  const [newest] = (await ann.get<MessageView[]>(`/messages/${said.id}`)).body
  await ann.patch(`/messages/${said.id}/${newest!.id}`, { content: 'The queen is in' })
  await findBubble('The queen is in')
  expect(bubble('The king is in')).toBe(undefined)
  await listHas('The queen is in')
})

it("the up arrow in an empty field edits the newest message of one's own", async () => {
  await message(ann, bob, 'The older one')
  await message(ann, bob, 'The newest one')
  await message(bob, ann, 'An answer')
  const { user } = await openThread(ann, bob)
  await threadHas('An answer')
  await fill(user, await composer(), 'A draft')
  await user.keyboard('{ArrowUp}')
  expect(field()).toBe(null)
  await fill(user, await composer(), '')
  await user.keyboard('{ArrowUp}')
  await eventually(() => expect(field()?.value).toBe('The newest one'))
  await focused(field)
})

it('a refused edit leaves the message as it is, keeps the words, and says why', async () => {
  await message(ann, bob, 'Set in stone')
  const page = await openThread(ann, bob)
  await chooseEdit(page, 'Set in stone')
  page.network.answer(({ method }) =>
    method === 'PATCH' ? new Response('"No."', { status: 403 }) : undefined,
  )
  await fill(page.user, field()!, 'Set in sand')
  await page.user.keyboard('{Enter}')
  await toastWith('Failed to edit the message')
  expect(field()?.value).toBe('Set in sand')
  await findBubble('Set in stone')
})

it('Escape ends an edit, and the draft is there again', async () => {
  await message(ann, bob, 'Leave me as I am')
  const page = await openThread(ann, bob)
  await fill(page.user, await composer(), 'Half a thought')
  await chooseEdit(page, 'Leave me as I am')
  await fill(page.user, field()!, 'Something else')
  await page.user.keyboard('{Escape}')
  await gone(field)
  expect((await composer()).value).toBe('Half a thought')
  await findBubble('Leave me as I am')
  expect(edited('Leave me as I am')).toBe(null)
})

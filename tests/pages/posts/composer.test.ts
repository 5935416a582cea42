import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import type { CreatePostInput } from '#contract/posts.ts'
import { cards, fill, findCard, gone, toastWith, valueOf } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen, type OpenedPage } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

let ann: PagePerson

beforeEach(async () => {
  ann = await newPerson('Ann')
})

const findText = () => screen.findByPlaceholderText<HTMLTextAreaElement>('Top Crap Talk 💩')
const flush = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Flush it 💩' })
const hasText = (text: string) => eventually(async () => expect(valueOf(await findText())).toBe(text))
/** The switch below the text; phones have another one in the tools, and the style shows one of them. */
const isOn = (name: RegExp) =>
  screen.getAllByRole('switch', { name }).find((one) => one instanceof HTMLInputElement)!
/** What was sent to the server as a new post. */
const sentPost = ({ network }: OpenedPage) =>
  network.requests.find(({ method, path }) => method === 'POST' && path === '/api/posts')!
    .body as CreatePostInput

it("one's own post shows while it is being sent, appears once, and empties the composer", async () => {
  const { user, network } = await openPage('/', ann)
  const letGo = network.holdWrites('/api/posts')
  await fill(user, await findText(), 'The seat is warm. You are welcome.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  const sending = await findCard('The seat is warm.')
  expect(sending.textContent).toContain('Flushing...')
  letGo()
  await screen.findByText('Your post has been shared with the world.')
  expect(valueOf(await findText())).toBe('')
  await gone(() => screen.queryByText('Flushing...'))
  expect(cards('The seat is warm.')).toHaveLength(1)
})

it('the composer grows from one row to three, counts, warns, and refuses a blank post that is sent by key', async () => {
  const { user } = await openPage('/', ann)
  const text = await findText()
  expect(text.rows).toBe(1)
  expect(flush().disabled).toBe(true)
  await fill(user, text, '   ')
  expect(flush().disabled).toBe(true)
  await user.type(text, '{Control>}{Enter}{/Control}')
  await screen.findByText('Empty post')
  await screen.findByText('Please write something before posting.')
  await fill(user, text, 'x'.repeat(400))
  expect(text.rows).toBe(3)
  expect(screen.getByText('400/500').dataset['tone']).toBe('calm')
  await fill(user, text, 'x'.repeat(401))
  expect(screen.getByText('401/500').dataset['tone']).toBe('near')
  expect(text.maxLength).toBe(500)
  expect(flush().disabled).toBe(false)
})

it('a draft survives a reload; a post whose answer was lost keeps its text, and a second try posts it once', async () => {
  const { user, network, goto, reload } = await openPage('/', ann)
  await fill(user, await findText(), 'Twice sent, once seen')
  await reload()
  await hasText('Twice sent, once seen')
  // The server has it, and its answer is lost (L5).
  network.answer(async ({ method, path }, send) => {
    if (method !== 'POST' || path !== '/api/posts') return undefined
    await send()
    throw new TypeError('Failed to fetch')
  })
  await user.click(flush())
  await screen.findByText('Failed to create post')
  await hasText('Twice sent, once seen')
  network.answerNothing()
  await user.click(flush())
  await screen.findByText('Post created!')
  await findCard('Twice sent, once seen')
  await goto(`/u/${ann.handle}`)
  await findCard('Twice sent, once seen')
})

it('a post with a warning shows hashtags as chips, and posting it leads home', async () => {
  const page = await openPage('/compose', ann)
  const { user, address, goto } = page
  const text = await findText()
  expect(flush().disabled).toBe(true)
  await fill(user, text, 'Behold #Chamber and #chamber')
  const chips = await screen.findByRole('list', { name: 'Hashtags in this post' })
  expect(
    within(chips)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['#chamber'])
  screen.getByText('28/500')
  expect(screen.queryByRole('textbox', { name: 'Warning' })).toBeNull()
  await user.click(isOn(/Content warning/))
  await fill(user, await screen.findByRole('textbox', { name: 'Warning' }), 'Soggy')
  await user.click(isOn(/Sensitive content/))
  await user.click(flush())
  await toastWith('Post created!')
  expect(sentPost(page)).toMatchObject({
    text: 'Behold #Chamber and #chamber',
    contentWarn: 'Soggy',
    nsfw: true,
  })
  await eventually(() => expect(address()).toBe('/'))
  await goto('/compose')
  await hasText('')
  expect(isOn(/Content warning/).checked).toBe(false)
})

it('a warning that was switched off is not sent', async () => {
  const page = await openPage('/compose', ann)
  const { user } = page
  await fill(user, await findText(), 'Nothing to see')
  await user.click(isOn(/Content warning/))
  await fill(user, await screen.findByRole('textbox', { name: 'Warning' }), 'Soggy')
  await user.click(isOn(/Content warning/))
  await user.click(flush())
  await toastWith('Post created!')
  expect(sentPost(page)).toMatchObject({ contentWarn: null, nsfw: false })
})

it('six popular hashtags can be added, each once; the draft is the same one as at home', async () => {
  const { user, goto, reload } = await openPage('/compose', ann)
  const popular = await screen.findByRole('region', { name: 'Popular hashtags' })
  const suggested = () => within(popular).getAllByRole<HTMLButtonElement>('button')
  await eventually(() => expect(suggested()).toHaveLength(6))
  const tag = suggested()[0]!.textContent
  await fill(user, await findText(), 'Hail')
  await user.click(suggested()[0]!)
  await hasText(`Hail ${tag} `)
  expect(suggested()[0]!.disabled).toBe(true)
  await reload()
  await hasText(`Hail ${tag} `)
  await goto('/')
  await hasText(`Hail ${tag} `)
})

it('the composer of Activity posts as well, and stays open', async () => {
  const { user, address, goto } = await openPage('/activity', ann)
  await fill(user, await findText(), 'From the hub')
  await user.click(flush())
  await toastWith('Your post has been shared with the world.')
  await hasText('')
  expect(address()).toBe('/activity')
  await goto(`/u/${ann.handle}`)
  await findCard('From the hub')
})

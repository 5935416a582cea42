import type { UserEvent } from '@testing-library/user-event'
import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { createPost } from '#tests/pages/support/calls.ts'
import { fill, gone, toastWith, valueOf } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { logIn } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

let ann: PagePerson
let bob: PagePerson

beforeEach(async () => {
  ann = await newPerson('Ann')
  bob = await newPerson('Bob')
})

const findField = () => screen.findByPlaceholderText('Leave your mark')
const has = (find: () => Promise<HTMLElement>, text: string) =>
  eventually(async () => expect(valueOf(await find())).toBe(text))
const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Comment' }))
const rows = () => within(screen.getByRole('region', { name: 'Comments' })).queryAllByRole('listitem')
const rowsWith = (text: string) => rows().filter((row) => row.textContent.includes(text))
const unsent = () => screen.queryByRole('list', { name: 'Not sent' })

it('a comment that was being sent when the page closed can be sent again', async () => {
  const { id } = await createPost(ann, 'Echo?')
  const { user, network, reload } = await openPage(`/p/${id}`, bob)
  network.holdWrites('/comments')
  await fill(user, await findField(), 'Echo!')
  await send(user)
  await eventually(() =>
    expect(network.requests.some(({ method, path }) => method === 'POST' && path.endsWith('/comments'))).toBe(
      true,
    ),
  )
  await has(findField, '')
  await reload()
  await has(findField, 'Echo!')
  network.answerNothing()
  await send(user)
  await toastWith('Comment posted')
  await eventually(() => expect(rows()).toHaveLength(1))
  await reload()
  await eventually(() => expect(rows()).toHaveLength(1))
  await has(findField, '')
})

it('a failed comment stands below the field when something else was typed, and is sent again once', async () => {
  const { id } = await createPost(ann, 'Slow pipes')
  const { user, network, reload } = await openPage(`/p/${id}`, bob)
  const asked = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<void>()
  network.answer(async ({ method, path, body }, ask) => {
    if (method !== 'POST' || !path.endsWith('/comments')) return undefined
    if (!JSON.stringify(body).includes('First')) return undefined
    // The server has it, and its answer is lost.
    await ask()
    asked.resolve()
    await failed.promise
    throw new TypeError('Failed to fetch')
  })
  await fill(user, await findField(), 'First')
  await send(user)
  await asked.promise
  await fill(user, await findField(), 'Second')
  await send(user)
  await toastWith('Comment posted')
  await fill(user, await findField(), 'Third')
  failed.resolve()
  const first = async () => within(await screen.findByRole('list', { name: 'Not sent' })).findByText('First')
  await first()
  await has(findField, 'Third')
  await reload()
  await has(findField, 'Third')
  await first()
  network.answerNothing()
  await user.click(within(unsent()!).getByRole('button', { name: 'Retry' }))
  await gone(unsent)
  await screen.findByText('Second')
  await eventually(() => expect(rowsWith('First')).toHaveLength(1))
  await reload()
  await eventually(() => expect(rowsWith('First')).toHaveLength(1))
  expect(unsent()).toBeNull()
})

it("a visitor's comment survives the log-in and a reload, and nobody else gets it", async () => {
  const { id } = await createPost(ann, 'What do you say?')
  const { user, goto, reload, address } = await openPage(`/p/${id}`)
  const logInAs = async (who: PagePerson) => {
    await goto(`/login?next=/p/${id}`)
    await logIn(user, who)
    await eventually(() => expect(address()).toBe(`/p/${id}`))
  }
  await fill(user, await findField(), 'I say plunger')
  await logInAs(bob)
  await has(findField, 'I say plunger')
  await reload()
  await has(findField, 'I say plunger')
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await eventually(() => expect(address()).toBe('/'))
  await goto(`/p/${id}`)
  await has(findField, '')
  await logInAs(ann)
  await has(findField, '')
})

it('drafts of a post and of a message survive the end of the session', async () => {
  const { user, network, goto, address } = await openPage(`/messages?user=${ann.id}`, bob)
  const toAnn = () => screen.findByRole('textbox', { name: 'Message to Ann' })
  const brewing = () => screen.findByRole('textbox', { name: 'What have you been brewing?' })
  await fill(user, await toAnn(), 'Are you there')
  await goto('/')
  await fill(user, await brewing(), 'Half a thought')
  network.clearCookies()
  await goto(`/messages?user=${ann.id}`)
  await eventually(() => expect(address()).toMatch(/^\/login\?next=/))
  await logIn(user, bob)
  await has(toAnn, 'Are you there')
  await goto('/')
  await has(brewing, 'Half a thought')
})

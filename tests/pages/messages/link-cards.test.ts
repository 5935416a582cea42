import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { message } from '#tests/pages/support/calls.ts'
import { fill, gone } from '#tests/pages/support/elements.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { site } from '#tests/pages/support/site.ts'
import { eventually } from '#tests/support/eventually.ts'
import { linkTo } from '#tests/support/internet.ts'
import { chooseOf, composer, thread, threadHas, openThread } from './thread.ts'

let ann: PagePerson
let bob: PagePerson
beforeEach(async () => {
  ;[ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
})

const GOLDEN = 'The golden age of plumbing'
const links = (inside: HTMLElement | null, title: string) =>
  [...(inside?.querySelectorAll('a') ?? [])].filter(({ textContent }) => textContent.includes(title))
const card = (title: string) =>
  links(thread(), title).find(({ className }) => className.includes('s-link-card'))
const hasCard = (title: string) => eventually(() => expect(card(title)).toBeDefined())
const noCard = (title: string) => eventually(() => expect(card(title)).toBeUndefined())
const preview = (title: string) => links(document.querySelector<HTMLElement>('main form, form'), title)
/** The page is answered only now. */
const release = async (key: string) => (await site()).internet.release(key)
const pathOf = ({ conversationId, id }: MessageView) => `/messages/${conversationId}/${id}`

it('[L45] who writes sees the card of a link, hides it before and after sending, and changes it with an edit', async () => {
  const page = await openThread(ann, bob)
  const { user } = page
  const old = `Old pipes of ${ann.handle}`
  await fill(user, await composer(), `Read this: ${linkTo(old)}`)
  await eventually(() => expect(preview(old)).toHaveLength(1))
  await user.keyboard('{Enter}')
  await hasCard(`${old}From the pipes`)
  await eventually(() => expect(preview(old)).toHaveLength(0))
  await threadHas(/Read this.*Sent/)

  // Hidden afterwards, for both.
  await chooseOf(page, 'Read this', 'Hide preview')
  await noCard(`${old}From the pipes`)

  // Hidden while writing.
  const recent = `New pipes of ${ann.handle}`
  await fill(user, await composer(), linkTo(recent))
  await user.click(await screen.findByRole('button', { name: 'Hide preview' }))
  await screen.findByRole('button', { name: 'Show preview' })
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await threadHas(/gazette\.test\/page\?title=New.*Sent/)
  await noCard(`${recent}From the pipes`)

  // A page that is read only now: the card comes as a change of the message, and goes with its link.
  await fill(user, await composer(), `And this: ${linkTo(GOLDEN, { hold: ann.handle })}`)
  await user.keyboard('{Enter}')
  await threadHas(/And this.*Sent/)
  await noCard(`${GOLDEN}From the pipes`)
  await release(ann.handle)
  await hasCard(`${GOLDEN}From the pipes`)
  await chooseOf(page, 'And this', 'Edit message')
  await fill(user, await screen.findByRole('textbox', { name: 'Edit message' }), 'And nothing')
  await user.keyboard('{Enter}')
  await noCard(`${GOLDEN}From the pipes`)
})

it("[L45] a stranger's card waits in the request; then cards come, are hidden and go on the open page", async () => {
  const old = `Old pipes of ${ann.handle}`
  const first = await message(ann, bob, `Read this: ${linkTo(old)}`)
  // It is made before he looks.
  await eventually(async () => {
    const [own] = (await ann.get<MessageView[]>(`/messages/${first.conversationId}`)).body
    expect(JSON.stringify(own)).toContain('From the pipes')
  })
  const { user } = await openPage(`/messages?user=${ann.id}`, bob)
  await threadHas('Read this')
  expect(card(`${old}From the pipes`)).toBeUndefined()
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await hasCard(`${old}From the pipes`)
  expect(card(old)!.rel).toBe('nofollow ugc noopener noreferrer')
  await gone(() => screen.queryByRole('button', { name: 'Accept' }))

  await ann.delete(`${pathOf(first)}/preview`)
  await noCard(`${old}From the pipes`)
  const second = await message(ann, bob, `And this: ${linkTo(GOLDEN, { hold: ann.handle })}`)
  await threadHas('And this')
  await release(ann.handle)
  await hasCard(`${GOLDEN}From the pipes`)
  await ann.patch(pathOf(second), { content: 'And nothing' })
  await noCard(`${GOLDEN}From the pipes`)
  within(thread()!).getByText('And nothing')
})

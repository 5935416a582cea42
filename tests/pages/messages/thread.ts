import { screen, within } from '@testing-library/dom'
import { expect } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { fill } from '#tests/pages/support/elements.ts'
import { openPage, type OpenedPage } from '#tests/pages/support/open-page.ts'
import type { PagePerson } from '#tests/pages/support/people.ts'
import type { Caller } from '#tests/support/http-client.ts'
import { eventually } from '#tests/support/eventually.ts'

/** Opens the conversation of these two, as the first of them. */
export const openThread = (who: PagePerson, other: PagePerson): Promise<OpenedPage> =>
  openPage(`/messages?user=${other.id}`, who)

/** The open thread. */
export const thread = () => document.querySelector<HTMLElement>('[role=region][aria-label^="Messages with "]')
/** The list of conversations beside it. */
export const list = () => document.querySelector<HTMLElement>('aside[aria-label=Conversations]')!
/** The row of the list with these words: a name, a handle or a message. */
export const row = (words: string) =>
  [...list().querySelectorAll<HTMLElement>('li')].find(({ textContent }) => textContent.includes(words))
export const rowTexts = () => [...list().querySelectorAll('li')].map(({ textContent }) => textContent)

const has = (find: () => HTMLElement | null | undefined) => (words: string | RegExp) =>
  eventually(() => expect(find()?.textContent).toMatch(words))
/** They wait until the thread, or the list, has these words. */
export const threadHas = has(thread)
export const listHas = has(list)
export const rowHas = (of: string, words: string | RegExp) => has(() => row(of))(words)

/** The message with these words. */
export const bubble = (words: string) =>
  [...thread()!.querySelectorAll<HTMLElement>('.s-bubble-row')].find(({ textContent }) =>
    textContent.includes(words),
  )
export const findBubble = (words: string) =>
  eventually(() => {
    const found = bubble(words)
    if (!found) throw new Error(`No message has '${words}': ${thread()?.textContent}`)
    return found
  })

export const composer = () => screen.findByPlaceholderText<HTMLTextAreaElement>('Write a message')

export async function write({ user }: OpenedPage, text: string): Promise<void> {
  await fill(user, await composer(), text)
  await user.keyboard('{Enter}')
}

export async function openOptions({ user }: OpenedPage, words: string): Promise<void> {
  await user.click(within(await findBubble(words)).getByRole('button', { name: 'Message options' }))
}

/** Chooses from the menu of a message. */
export async function chooseOf(page: OpenedPage, words: string, entry: string): Promise<void> {
  await openOptions(page, words)
  await page.user.click(await screen.findByRole('menuitem', { name: entry }))
}

/** Chooses from the menu of the open conversation. */
export async function chooseOfConversation({ user }: OpenedPage, entry: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Conversation options' }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}

/** Reads up to this message, on another device. */
export const read = (who: Caller, { conversationId, seq }: MessageView) =>
  who.post(`/messages/${conversationId}/read`, { seq })

import type { UserEvent } from '@testing-library/user-event'
import { screen, within } from '@testing-library/dom'
import { expect } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'

/** The cards of posts with this text. */
export const cards = (text: string): HTMLElement[] =>
  [...document.querySelectorAll('article')].filter((article) => article.textContent.includes(text))

/** The only card with this text, as soon as it is there. */
export const findCard = (text: string): Promise<HTMLElement> =>
  eventually(() => {
    const found = cards(text)
    if (found.length !== 1) throw new Error(`${found.length} posts have '${text}'.`)
    return found[0]!
  })

/** The rows of tables with this text. */
export const rows = (text: string): HTMLElement[] =>
  [...document.querySelectorAll('tr')].filter((row) => row.textContent.includes(text))

/** The only row with this text, as soon as it has these words as well. */
export const findRow = (text: string, words = ''): Promise<HTMLElement> =>
  eventually(() => {
    const found = rows(text)
    if (found.length !== 1) throw new Error(`${found.length} rows have '${text}'.`)
    expect(found[0]!.textContent).toContain(words)
    return found[0]!
  })

/** Resolves as soon as `find` finds nothing. */
export const gone = (find: () => ArrayLike<Element> | Element | null): Promise<void> =>
  eventually(() => {
    const found = find()
    expect(found === null || ('length' in found && found.length === 0)).toBe(true)
  })

/** The toast, as soon as it has these words. */
export const toastWith = (words: string): Promise<HTMLElement> =>
  eventually(() => {
    const toast = document.querySelector<HTMLElement>('.rf-toast')
    expect(toast?.textContent).toContain(words)
    return toast!
  })

/** The toast has these words, and is closed: there is one at a time. */
export async function saidOnce(user: UserEvent, words: string): Promise<void> {
  const toast = await toastWith(words)
  await user.click(within(toast).getByRole('button', { name: 'Close' }))
  await gone(() => document.querySelector('.rf-toast'))
}

/** Replaces the text of a field at once; `user.type` types it key by key. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field)
  if (text) await user.paste(text)
}

/** The text of a field. */
export const valueOf = (field: HTMLElement): string => (field as HTMLInputElement | HTMLTextAreaElement).value

/** Opens the menu of a post's card, or of the only post, and chooses an entry. */
export async function choose(
  user: UserEvent,
  post: HTMLElement | null,
  entry: string | RegExp,
): Promise<void> {
  const opener = post
    ? within(post).findByRole('button', { name: 'Post options' })
    : screen.findByRole('button', { name: 'Post options' })
  await user.click(await opener)
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}

/** The link of the main navigation that begins with this name, as soon as all of its text fits: a count follows it. */
export const navigationLink = (name: string, text: RegExp = /^/): Promise<HTMLElement> =>
  eventually(() => {
    const links = [...document.querySelectorAll<HTMLElement>('nav[aria-label=Main] a')]
    const link = links.find(({ textContent }) => textContent.startsWith(name))
    expect(link?.textContent).toMatch(text)
    return link!
  })

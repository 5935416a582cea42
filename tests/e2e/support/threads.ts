import { expect, type Locator, type Page } from 'playwright/test'
import { insertMessages } from './insert-messages.ts'
import type { Guest } from './people.ts'

/** A conversation of so many messages, 'message 1' first, of lengths in turn. Returns its id. */
export const converse = (sender: Guest, reader: Guest, count: number): Promise<string> =>
  insertMessages(sender, reader, count, (seq) => `message ${seq} ${'words '.repeat((seq * 7) % 23)}`)

/** The open thread. */
export const thread = (page: Page): Locator => page.getByRole('region', { name: /^Messages with/ })

/** The text of 'message N'. */
export const numbered = (page: Page, number: number): Locator =>
  thread(page).locator('.s-bubble-text', { hasText: new RegExp(`^message ${number}\\b`) })

/** Opens a conversation at its end. */
export async function openAt(page: Page, conversationId: string, newest: number): Promise<void> {
  await page.goto(`/messages?conversation=${conversationId}`)
  await expect(numbered(page, newest)).toBeInViewport()
}

/** Presses a key until this message is drawn. */
export async function leadBy(page: Page, key: 'Home' | 'End', number: number): Promise<void> {
  await thread(page).focus()
  await expect
    .poll(
      async () => {
        await page.keyboard.press(key)
        return numbered(page, number).isVisible()
      },
      { intervals: [100], timeout: 90_000 },
    )
    .toBe(true)
}

import { expect, type Page } from 'playwright/test'
import type { Guest } from './people.ts'

export const followers = (page: Page) => page.locator('[data-count=followers]')
export const banner = (page: Page) => page.locator('.s-connection')

/** Opens ann's own profile and waits until its changes are pushed. */
export async function openProfile({ page }: Guest): Promise<void> {
  const watched = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('"profile"')),
    )
  await page.goto('/profile')
  await watched
  await expect(followers(page)).toHaveText('0')
}

import { expect, test, type Page } from 'playwright/test'
import type { Guest } from './people.ts'

/** A call with the session of this person's browser, as from another device. */
export async function call(
  who: Guest,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
) {
  const options = { method, data, headers: { 'sec-fetch-site': 'same-origin' } }
  const response = await who.context.request.fetch(`/api${path}`, options)
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true)
  return response
}
export const begin = (who: Guest, what: 'follow' | 'block' | 'mute', whom: Guest) =>
  call(who, 'POST', `/users/${whom.id}/${what}`)
export const end = (who: Guest, what: 'follow' | 'block' | 'mute', whom: Guest) =>
  call(who, 'DELETE', `/users/${whom.id}/${what}`)

/** Opens a page; again in the same tab, when one is given. */
export async function open(who: Guest, path: string, tab?: Page): Promise<Page> {
  const page = tab ?? (await who.context.newPage())
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(/^Loading /)).toHaveCount(0)
  return page
}

/** What a page says, without how long ago something was. */
const wordsOf = async (page: Page): Promise<string> =>
  (await page.locator('body').innerText()).replaceAll(
    /\b(just now|now|\d+ ?s(ec)?|\d+ ?m(in)?)( ago)?\b/g,
    '',
  )

export interface Change {
  readonly title: string
  /** The pages that depend on it. */
  readonly paths: readonly string[]
  readonly change: () => Promise<unknown>
}

/**
 * Makes changes, one after another. Each page that was open before a change is compared with the same page opened
 * after it; the latter ones are those that are open before the next change.
 */
export async function compare(who: Guest, changes: readonly Change[]): Promise<void> {
  let pages = new Map<string, Page>()
  for (const { title, paths, change } of changes)
    await test.step(title, async () => {
      const before = await Promise.all(
        paths.map(async (path) => {
          const page = pages.get(path) ?? (await open(who, path))
          return { path, page, words: await wordsOf(page) }
        }),
      )
      await change()
      const compared = before.map(
        async (old) => [old.path, await opensLike(who, old, `${old.path} when ${title}`)] as const,
      )
      const opened = new Map(await Promise.all(compared))
      await close([...pages.values(), ...before.map(({ page }) => page)])
      pages = opened
    })
  await close(pages.values())
}

export const close = (pages: Iterable<Page>) => Promise.all([...new Set(pages)].map((page) => page.close()))

/** Opens a page anew, and expects the one that was open to say the same. Returns the new page. */
async function opensLike(
  who: Guest,
  { page, words }: { page: Page; words: string },
  name: string,
): Promise<Page> {
  // The address that the page has led to.
  const { pathname, search } = new URL(page.url())
  const anew = await who.context.newPage()
  const reloaded = async () => wordsOf(await open(who, pathname + search, anew))
  // A change of the store itself is noticed a little later. Up to nine tabs load at once.
  await expect.poll(reloaded, { message: `depends on it: ${name}`, timeout: 60_000 }).not.toBe(words)
  const isSame = async () => expect(await wordsOf(page)).toBe(await wordsOf(anew))
  await expect.configure({ soft: true })(isSame, name).toPass({ timeout: 20_000 })
  return anew
}

import type { Locator, Page } from 'playwright/test'
import { ACCOUNTS } from '#tests/acceptance/accounts.ts'
import { ADMIN } from '#tests/acceptance/admin.ts'
import { HOUSE } from '#tests/acceptance/house.ts'
import { ENTRANCE } from '#tests/acceptance/entrance.ts'
import { FEED } from '#tests/acceptance/feed.ts'
import { GUARDS } from '#tests/acceptance/guards.ts'
import { giveUpHeld, type Row, type Stage, type Where } from '#tests/acceptance/list.ts'
import { MEDIA } from '#tests/acceptance/media.ts'
import { MEASURING } from '#tests/acceptance/measuring.ts'
import { PEOPLE } from '#tests/acceptance/people.ts'
import { follow } from './support/drops.ts'
import { grantAdmin } from './support/grant-admin.ts'
import { furnish } from './support/rooms.ts'
import { expect, openGuest, test } from './support/test.ts'
import { toast } from './support/toasts.ts'

// The acceptance list: every text of the product document, found in the running page in the state that shows
// it.
test.describe.configure({ mode: 'parallel' })

let stage: Stage

test.beforeAll(async ({ contexts }) => {
  const guest = (name: string) => openGuest(contexts, name)
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const [newcomer, told] = [await guest('Newcomer'), await guest('Told')]
  const { post } = await furnish(ann, bob)
  const admin = await guest('Queen')
  await grantAdmin(admin.handle)
  await expect.poll(async () => (await admin.page.request.get('/api/admin/stats')).status()).toBe(200)
  await ann.context.request.post('/api/reports', {
    data: { targetType: 'post', targetId: post.id, reason: 'harassment' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await follow(bob, told)
  await follow(ann, told)
  const visitor = await (await contexts.take()).newPage()
  stage = { visitor, ann, bob, newcomer, told, admin, post }
  await ann.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // As over HTTP/2, where a refusal has no words of its own.
  for (const page of pages()) {
    page.setDefaultTimeout(10_000)
    await page.addInitScript(() => Object.defineProperty(Response.prototype, 'statusText', { get: () => '' }))
  }
})
test.afterAll(async ({ contexts }) => {
  for (const page of pages()) await contexts.giveBack(page.context())
})

const pages = () => [
  stage.visitor,
  stage.ann.page,
  stage.bob.page,
  stage.newcomer.page,
  stage.told.page,
  stage.admin.page,
]

const FINDERS: Record<Exclude<Where, 'title'>, (page: Page, text: string) => Locator> = {
  heading: (page, name) => page.getByRole('heading', { name, exact: true }),
  text: (page, text) => page.getByText(text, { exact: true }),
  button: (page, name) => page.getByRole('button', { name, exact: true }),
  link: (page, name) => page.getByRole('link', { name, exact: true }),
  field: (page, label) => page.getByLabel(label, { exact: true }),
  placeholder: (page, text) => page.getByPlaceholder(text, { exact: true }),
  checkbox: (page, name) => page.getByRole('checkbox', { name, exact: true }),
  switch: (page, name) => page.getByRole('switch', { name, exact: true }),
  'menu item': (page, name) => page.getByRole('menuitem', { name, exact: true }),
  alert: (page, text) => page.getByRole('alert').getByText(text, { exact: true }),
  toast: (page, text) => toast(page).getByText(text, { exact: true }),
  loading: (page, text) => page.getByRole('status').getByText(text, { exact: true }),
}

for (const { screen, states } of [
  ...ENTRANCE,
  ...FEED,
  ...MEDIA,
  ...PEOPLE,
  ...ACCOUNTS,
  ...GUARDS,
  ...ADMIN,
  ...MEASURING,
  ...HOUSE,
]) {
  test(screen, async () => {
    test.slow()
    const missing: string[] = []
    for (const { state, bring, rows } of states) {
      const page = await bring(stage)
      const found = await Promise.all(rows.map((row) => isThere(page, row)))
      missing.push(...rows.filter((_, index) => !found[index]).map((row) => `${state}: ${row.join(' ')}`))
      // Nothing more is asked from here on, and what was held back is ended. Another site, about:blank too,
      // would cost a new process.
      await page.goto('/robots.txt')
      await giveUpHeld()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    expect(missing).toEqual([])
  })
}

async function isThere(page: Page, [where, text, leadsTo]: Row): Promise<boolean> {
  if (where === 'title') return appears(expect(page).toHaveTitle(text))
  const all = FINDERS[where](page, text).filter({ visible: true })
  return appears(
    expect(leadsTo === undefined ? all : all.and(page.locator(`[href="${leadsTo}"]`))).not.toHaveCount(0),
  )
}

const appears = (expectation: Promise<void>): Promise<boolean> =>
  expectation.then(
    () => true,
    () => false,
  )

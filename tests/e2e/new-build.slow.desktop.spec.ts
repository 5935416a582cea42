import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startNginx } from '#tests/support/nginx.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { card, createPost } from './support/calls.ts'
import { assetsOf, copyWithOtherBuild } from './support/other-build.ts'
import type { Guest } from './support/people.ts'
import { hasShortcuts } from './support/prepare-pages.ts'
import { expect, test } from './support/test.ts'

/** How often a page asks for a file: behind a plain proxy as often as first.js and load-code.ts. */
const TRIES = { shipped: 1, plain: 16 } as const
/** 50 before a release (OPERATIONS): they take some seconds each. */
const TABS = Number(process.env['DEPLOY_TABS'] ?? 6)
const TABS_AT_ONCE = 3
const PLACES = ['/', '/feed', '/login', '/terms', '/privacy'] as const

// Two processes with different builds, as in the middle of a deploy.
let url: string
let old: ServerProcess
const ends: (() => Promise<unknown>)[] = []

/** Behind nginx: with the shipped configuration, or one that asks the processes in turn and knows nothing of files. */
async function startBoth(proxy: 'shipped' | 'plain'): Promise<void> {
  test.setTimeout(180_000 + TABS * 15_000)
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-nginx-'))
  ends.push(() => rm(folder, { recursive: true }))
  const root = await copyWithOtherBuild({ isBuiltInPlace: proxy === 'plain' })
  ends.push(() => rm(root, { recursive: true }))
  const store = await attachEmbedded(process.env['E2E_DATA_DIR']!)
  ends.push(() => store!.close())
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const env = {
    PUBLIC_URL: url,
    MONGODB_URI: store!.uri,
    SESSION_SECRET: 'one-secret-for-both-servers-of-the-deploy',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  old = await startServerProcess(env)
  ends.push(() => old[Symbol.asyncDispose]())
  const next = await startServerProcess(env, 'boot/main.ts', root)
  ends.push(() => next[Symbol.asyncDispose]())
  const nginx = await startNginx(folder, {
    port,
    servers: [old, next],
    ...(proxy === 'plain' && { change: () => plainBalancer(port, [old, next]) }),
  })
  ends.push(() => nginx.close())
}
test.afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const plainBalancer = (port: number, servers: readonly { port: number }[]): string => `
events {}
http {
  access_log off;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  upstream app { ${servers.map((server) => `server 127.0.0.1:${server.port};`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://app;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }
  }
}`

const entryOf = (html: string) => /<script type="(?:module|later)"[^>]* src="([^"]+)"/.exec(html)?.[1]

/** Does `work` for each item, for so many of them at once. */
async function inGroups<Item>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += size) await Promise.all(items.slice(at, at + size).map(work))
}

/** Loads documents with all the files that they name, asking for each up to `tries` times: the builds, and what was missing. */
async function loadDocuments(count: number, tries: number): Promise<{ builds: number; missing: string[] }> {
  const entries = new Set<string | undefined>()
  const missing = new Set<string>()
  const hasFile = async (file: string) => {
    for (let at = 0; at < tries; at += 1) {
      if (at > 0) await pause(50)
      const answer = await fetch(url + file)
      // Read to its end, so that the connection is used again.
      await answer.arrayBuffer()
      if (answer.ok) return true
    }
    return false
  }
  const paths = Array.from({ length: count }, (_, load) => ['/', '/feed', '/login', '/terms'][load % 4]!)
  await inGroups(paths, 5, async (place) => {
    const html = await (await fetch(url + place)).text()
    entries.add(entryOf(html))
    await Promise.all(assetsOf(html).map(async (file) => (await hasFile(file)) || missing.add(file)))
  })
  return { builds: entries.size, missing: [...missing] }
}

/** Opens tabs of both builds, and in each of them a part that is loaded when it is pressed. */
async function openTabs(context: BrowserContext): Promise<Page[]> {
  const tabs: Page[] = []
  const builds = new Set<string | null>()
  const openOne = async (place: string) => {
    const page = await context.newPage()
    await page.goto(place, { timeout: 60_000 })
    builds.add(await page.locator('script[src^="/assets/"]').first().getAttribute('src'))
    await hasShortcuts(page)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    tabs.push(page)
  }
  while (tabs.length < TABS || builds.size < 2) {
    const places = Array.from(
      { length: TABS_AT_ONCE },
      (_, more) => PLACES[(tabs.length + more) % PLACES.length]!,
    )
    await Promise.all(places.map(openOne))
  }
  return tabs
}

/** Each tab loads another page when its link is pressed. */
const leadOn = (tabs: readonly Page[]): Promise<void> =>
  inGroups(tabs, TABS_AT_ONCE, async (page) => {
    const isThere = page.url().endsWith('/terms')
    await page
      .getByRole('link', { name: isThere ? 'Privacy' : 'Terms' })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(isThere ? /Privacy/ : /Terms/)
  })

/** Opens pages of a member, with a part that is loaded when it is pressed, until both builds have been there. */
async function openPost(ann: Guest): Promise<void> {
  // On a page of its own: posts of other tests would come above it in a feed.
  const { id } = await createPost(ann, 'Two builds, one throne')
  const options = card(ann.page, 'Two builds, one throne').getByRole('button', { name: 'Post options' })
  const builds = new Set<string | undefined>()
  while (builds.size < 2) {
    builds.add(entryOf(await (await ann.page.goto(`/p/${id}`))!.text()))
    await options.click()
    await expect(ann.page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  }
}

test('[L63] behind a plain proxy 200 loads between two builds lack no file, and open tabs load what is pressed, also when the old build has gone', async ({
  openContext,
}) => {
  await startBoth('plain')
  expect(await loadDocuments(200, TRIES.plain)).toEqual({ builds: 2, missing: [] })
  const tabs = await openTabs(await openContext(url))
  await old.stop()
  await leadOn(tabs)
})

test('[L63] behind a shipped proxy 200 loads between two builds lack no file, and open tabs load what is pressed, also when the old build has gone; a page of the old build then reloads once where it leads, and its draft stays', async ({
  openContext,
  guest,
}) => {
  await startBoth('shipped')
  expect(await loadDocuments(200, TRIES.shipped)).toEqual({ builds: 2, missing: [] })
  const tabs = await openTabs(await openContext(url))
  const ann = await guest('Ann', url)
  await openPost(ann)
  const { page } = ann
  const ofOld = entryOf(await (await fetch(`${old.url}/`)).text())
  await expect(async () => {
    // They take turns: one request more or less, and the other one answers.
    await fetch(`${url}/robots.txt`)
    expect(entryOf(await (await page.goto('/'))!.text())).toBe(ofOld)
  }).toPass()
  await page.getByRole('textbox', { name: 'What have you been brewing?' }).fill('Half a thought')
  const loads: string[] = []
  page.on('load', () => loads.push(new URL(page.url()).pathname))

  await old.stop()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect(loads).toEqual(['/settings'])
  await leadOn(tabs)
  await page.goto('/')
  await expect(page.getByText('Half a thought')).toBeVisible()
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startNginx } from '#tests/support/nginx.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { card, createPost } from './support/calls.ts'
import { assetsOf, copyWithOtherBuild } from './support/other-build.ts'
import { expect, test } from './support/test.ts'

// Two processes with different builds behind nginx with the shipped configuration, as in the middle of a deploy.
let url: string
let old: ServerProcess
const ends: (() => Promise<unknown>)[] = []

test.beforeEach(async () => {
  test.setTimeout(180_000)
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-nginx-'))
  ends.push(() => rm(folder, { recursive: true }))
  const root = await copyWithOtherBuild()
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
  const nginx = await startNginx(folder, { port, servers: [old, next] })
  ends.push(() => nginx.close())
})
test.afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const entryOf = (html: string) => /<script type="(?:module|later)"[^>]* src="([^"]+)"/.exec(html)?.[1]

/** Loads documents, and what they name: the builds, and the files that nobody had. */
async function loadDocuments(count: number): Promise<{ builds: number; missing: string[] }> {
  const entries = new Set<string | undefined>()
  const statuses = new Map<string, number>()
  for (let load = 0; load < count; load += 1) {
    const html = await (await fetch(url + ['/', '/feed', '/login', '/terms'][load % 4]!)).text()
    entries.add(entryOf(html))
    // Each file at least twice, from whichever process answers.
    for (const file of assetsOf(html))
      if (!statuses.has(file) || load % 40 === 0) statuses.set(file, (await fetch(url + file)).status)
  }
  const missing = [...statuses].filter(([, status]) => status !== 200).map(([file]) => file)
  return { builds: entries.size, missing }
}

test('[L63] between two builds no page lacks a file; when the old one has gone, an open page reloads once where it leads', async ({
  guest,
}) => {
  expect(await loadDocuments(200)).toEqual({ builds: 2, missing: [] })

  const ann = await guest('Ann', url)
  const { page } = ann
  // On a page of its own: posts of other tests would come above it in a feed.
  const { id } = await createPost(ann, 'Two builds, one throne')
  const options = card(page, 'Two builds, one throne').getByRole('button', { name: 'Post options' })
  const ofOld = entryOf(await (await fetch(`${old.url}/`)).text())
  for (let load = 0; load < 4; load += 1) {
    await page.goto(`/p/${id}`)
    await options.click()
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  }
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
  await page.goto('/')
  await expect(page.getByText('Half a thought')).toBeVisible()
})

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import sharp from 'sharp'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts'
import { reserveGoogle } from '#tests/support/google.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { fileName, weightOf, writeCatalogue, type Variant } from './gallery/catalogue.ts'
import { pathOf, type Props, type Scene } from './gallery/scene.ts'
import { SCENES } from './gallery/scenes.ts'
import { settle, stretch } from './gallery/settle.ts'
import { setStage, type Stage } from './gallery/stage.ts'

/**
 * `npm run gallery`: a picture of every room and state into docs/gallery, of the built page with a demo world
 * of its own.
 * `-- home thread` takes those scenes alone, `--out <folder>` puts them elsewhere.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: path.resolve(import.meta.dirname, '../docs/gallery') } },
})
const wanted = SCENES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const run = promisify(execFile)
const SIZES = {
  desktop: { viewport: { width: 1280, height: 900 }, shownAt: 960 },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, shownAt: 390 },
} as const
type Size = keyof typeof SIZES
/** Scenes that did not come about, and why: one of them does not keep the others from the wall. */
const missed: string[] = []

async function main(): Promise<void> {
  if (positionals.length === 0) await rm(values.out, { recursive: true, force: true })
  await mkdir(values.out, { recursive: true })
  const rented = new AsyncDisposableStack()
  try {
    const google = rented.use(await reserveGoogle())
    const secret = randomBytes(32).toString('base64')
    const server = rented.use(
      await startServerProcess({ LOG_LEVEL: 'error', SESSION_SECRET: secret, ...google.settings }),
    )
    await google.open(server.url)
    const strict = rented.use(await startStrict(server, secret))
    const seed = ['scripts/seed.ts', '--people', '80', '--posts', '900']
    await run(process.execPath, seed, {
      env: { ...process.env, NODE_ENV: 'test', DATA_DIR: server.dataDir, UPLOADS_DIR: server.uploadsDir },
    })
    const stage = await setStage(server, strict)
    await withBrowser(async (browser) => {
      for (const size of ['desktop', 'phone'] as const)
        await shootAll(browser, { server, strict }, size, stage)
    })
  } finally {
    await rented.disposeAsync()
  }
  await writeCatalogue(values.out)
  console.log(
    `${wanted.length} scenes, ${Math.round((await weightOf(values.out)) / 1024)} kB in ${values.out}`,
  )
  if (missed.length > 0) throw new Error(`Not taken:\n${missed.join('\n')}`)
}

async function withBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium here. Set CHROMIUM_PATH to one.')
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}

/** The same demo world behind stricter settings, as a public house has them. */
async function startStrict(server: ServerProcess, secret: string): Promise<ServerProcess> {
  const store = await attachEmbedded(server.dataDir)
  return startServerProcess({
    LOG_LEVEL: 'error',
    SESSION_SECRET: secret,
    MONGODB_URI: store!.uri,
    UPLOADS_DIR: server.uploadsDir,
    ADMIN_SECOND_FACTOR: 'required',
    CONFIRM_ADDRESS: 'required',
  })
}

interface Servers {
  readonly server: ServerProcess
  readonly strict: ServerProcess
}

async function shootAll(
  browser: Browser,
  { server, strict }: Servers,
  size: Size,
  { props, cookies }: Stage,
): Promise<void> {
  const { shownAt, ...look } = SIZES[size]
  // The throne first: its figures are of the last quarter of an hour.
  for (const scene of wanted.toReversed()) {
    const { url } = scene.strict ? strict : server
    // A browser of its own each: no draft of one scene lies in the next. The service worker would answer for
    // calls that are held.
    const context = await browser.newContext({
      ...look,
      baseURL: url,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      serviceWorkers: 'block',
    })
    context.setDefaultTimeout(10_000)
    if (scene.who !== 'visitor') await bringCookie(context, url, cookies[scene.who])
    await shoot(await context.newPage(), scene, size, shownAt, props).catch((error: Error) =>
      missed.push(`${scene.name}, ${size}: ${error.message}`),
    )
    await context.close()
  }
}

async function bringCookie(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name, value] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name: name!, value: value!, url, httpOnly: true, sameSite: 'Lax' }])
}

async function shoot(page: Page, scene: Scene, size: Size, shownAt: number, props: Props): Promise<void> {
  await enter(page, scene, props)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settle(page, scene)
    if (scene.tall) await stretch(page)
    const variant: Variant = `${size}-${colorScheme}`
    const picture = await sharp(await page.screenshot({ fullPage: scene.tall ?? false }))
      .resize({ width: shownAt })
      .webp({ quality: 50, effort: 6 })
      .toBuffer()
    await writeFile(path.join(values.out, fileName(scene, variant)), picture)
  }
  console.log(`${scene.name}, ${size}`)
}

/** Brings the page into the scene. */
async function enter(page: Page, scene: Scene, props: Props): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  // Never answered: they end with their page.
  if (scene.holds) await page.route(scene.holds, () => undefined)
  if (scene.fails) await page.route(scene.fails, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(pathOf(scene, props))
  // The page without a network is none that wakes up.
  await page.locator('html:not([data-waking]), html:not(:has(#root))').waitFor({ state: 'attached' })
  if (!scene.holds) await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await settle(page, scene)
  await scene.act?.(page, props)
}

await main()

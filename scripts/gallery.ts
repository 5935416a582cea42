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
import { GALLERY } from '#tests/scenes/list.ts'
import { pathIn, whoIn } from '#tests/scenes/scene.ts'
import { fileName, weightOf, writeCatalogue, type Variant } from './gallery/catalogue.ts'
import { prepareDemo, type Demo } from './gallery/demo-world.ts'
import { settle, stretch } from './gallery/settle.ts'

/**
 * `npm run gallery`: takes a picture of every scene of tests/scenes that has a name for one, and writes them
 * into the folder `gallery` with a page that shows them (index.html). The built page runs with a demo world of
 * its own. `-- home thread` takes those pictures alone, `--out <folder>` writes them elsewhere.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: path.resolve(import.meta.dirname, '../gallery') } },
})
const wanted = GALLERY.flatMap((screen) =>
  screen.scenes.flatMap((scene) => {
    const { picture } = scene
    if (picture === undefined || (positionals.length > 0 && !positionals.includes(picture))) return []
    return [{ screen, scene, picture }]
  }),
)
type Wanted = (typeof wanted)[number]
const run = promisify(execFile)
const SIZES = {
  desktop: { viewport: { width: 1280, height: 900 }, shownAt: 960 },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, shownAt: 390 },
} as const
type Size = keyof typeof SIZES
/** Pictures that could not be taken, and why. The others are taken all the same. */
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
    const demo = await prepareDemo(server, strict)
    await withBrowser(async (browser) => {
      for (const size of ['desktop', 'phone'] as const)
        await shootAll(browser, { server, strict }, size, demo)
    })
  } finally {
    await rented.disposeAsync()
  }
  await writeCatalogue(values.out)
  console.log(
    `${wanted.length} scenes in four pictures each, ${Math.round((await weightOf(values.out)) / 1024)} kB in ${values.out}`,
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

/** The same demo world behind stricter settings, as a public server has them. */
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
  { world, cookies }: Demo,
): Promise<void> {
  const { shownAt, ...look } = SIZES[size]
  // The dashboards first: their figures are of the last quarter of an hour.
  for (const one of wanted.toReversed()) {
    const { url } = one.screen.strict ? strict : server
    const who = whoIn(one.screen, one.scene)
    // A context for each, so that no draft of one scene is in the next. The service worker would answer held
    // calls.
    const context = await browser.newContext({
      ...look,
      baseURL: url,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      serviceWorkers: 'block',
    })
    context.setDefaultTimeout(10_000)
    if (who !== 'visitor') await addCookie(context, url, cookies[who])
    await shoot(await context.newPage(), one, size, shownAt, world).catch((error: Error) =>
      missed.push(`${one.picture}, ${size}: ${error.message}`),
    )
    await context.close()
  }
}

async function addCookie(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name, value] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name: name!, value: value!, url, httpOnly: true, sameSite: 'Lax' }])
}

async function shoot(
  page: Page,
  wanted: Wanted,
  size: Size,
  shownAt: number,
  world: Demo['world'],
): Promise<void> {
  const { scene, picture } = wanted
  await enter(page, wanted, world)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settle(page, scene)
    if (scene.tall) await stretch(page)
    const variant: Variant = `${size}-${colorScheme}`
    const image = await sharp(await page.screenshot({ fullPage: scene.tall ?? false }))
      .resize({ width: shownAt })
      .webp({ quality: 50, effort: 6 })
      .toBuffer()
    await writeFile(path.join(values.out, fileName(picture, variant)), image)
  }
  console.log(`${picture}, ${size}`)
}

/** Brings the page into the scene. */
async function enter(page: Page, { screen, scene }: Wanted, world: Demo['world']): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  if (scene.withoutSocket) await page.routeWebSocket(/socket\.io/, () => undefined)
  // Never answered: they end with their page.
  // Else a held or refused read could come in a batch.
  if (scene.holds || scene.fails) await page.route('**/api/batch', (route) => route.fulfill({ status: 404 }))
  if (scene.holds) await page.route(scene.holds, () => undefined)
  if (scene.fails) await page.route(scene.fails, (route) => route.fulfill({ status: 500, body: '' }))
  await scene.prepare?.(page, world)
  await page.goto(pathIn(screen, scene, world))
  // The page without a network is not hydrated.
  await page.locator('html:not([data-hydrating]), html:not(:has(#root))').waitFor({ state: 'attached' })
  if (!scene.holds) await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await settle(page, scene)
  for (const act of scene.acts ?? []) await act(page, world)
}

await main()

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { GALLERY } from '#tests/scenes/list.ts'
import { pathIn, whoIn, type DemoScreen } from '#tests/scenes/scene.ts'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts'
import { reserveGoogle } from '#tests/support/google.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import type { DemoScene } from './catalogue.ts'
import { prepareDemo, type Demo } from './demo-world.ts'
import { settle } from './settle.ts'

const run = promisify(execFile)

/** A scene that has a picture. */
export interface Shot {
  readonly screen: DemoScreen
  readonly scene: DemoScene
  readonly picture: string
}

/** Every scene with a picture, in the catalogue's order. */
export const SHOTS: readonly Shot[] = GALLERY.flatMap((screen) =>
  screen.scenes.flatMap((scene) => {
    const { picture } = scene
    return picture === undefined ? [] : [{ screen, scene, picture }]
  }),
)

const SIZES = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const
export type Size = keyof typeof SIZES

/** The demo world on two servers, and a browser. */
export interface Stage {
  readonly server: ServerProcess
  /** The same world behind stricter settings, as a public server has them. */
  readonly strict: ServerProcess
  readonly demo: Demo
  readonly browser: Browser
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
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
    const executablePath = findChromium()
    if (!executablePath) throw new Error('There is no Chromium here. Set CHROMIUM_PATH to one.')
    const browser = rented.adopt(await chromium.launch({ executablePath, args: CHROMIUM_FLAGS }), (one) =>
      one.close(),
    )
    return { server, strict, demo, browser, close: () => rented.disposeAsync() }
  } catch (error) {
    await rented.disposeAsync()
    throw error
  }
}

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

/**
 * Opens the scene in a context of its own, so that no draft of one scene is in the next, and lets `work` look at it.
 */
export async function inScene(
  stage: Stage,
  shot: Shot,
  size: Size,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await openContext(stage, serverOf(stage, shot).url, size)
  try {
    await inSceneOf(context, stage, shot, work)
  } finally {
    await context.close()
  }
}

const serverOf = ({ server, strict }: Stage, { screen }: Shot): ServerProcess =>
  screen.strict ? strict : server

/** A context for the scenes of a server, as large as the pictures. */
export async function openContext({ browser }: Stage, url: string, size: Size): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...SIZES[size],
    baseURL: url,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // It would answer held calls.
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(10_000)
  return context
}

/** Opens the scene on a page of this context, as its person, and lets `work` look at it. */
export async function inSceneOf(
  context: BrowserContext,
  stage: Stage,
  shot: Shot,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const who = whoIn(shot.screen, shot.scene)
  const { cookies, world } = stage.demo
  await context.clearCookies()
  if (who !== 'visitor') await addCookie(context, serverOf(stage, shot).url, cookies[who])
  const page = await context.newPage()
  await enter(page, shot, world)
  await work(page)
  await page.close()
}

async function addCookie(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name, value] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name: name!, value: value!, url, httpOnly: true, sameSite: 'Lax' }])
}

/** Brings the page into the scene. */
async function enter(page: Page, { screen, scene }: Shot, world: Demo['world']): Promise<void> {
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

import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import sharp from 'sharp'
import type { PostView } from '#contract/posts.ts'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts'
import { visitor } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { fileName, weightOf, writeCatalogue, type Variant } from './gallery/catalogue.ts'
import { SCENES, type Props, type Scene, type Who } from './gallery/scenes.ts'
import { CAST, DEMO_PASSWORD, emailOf } from './seed/cast.ts'

/**
 * `npm run gallery`: a picture of every room and state into docs/gallery, of the built page with a demo world of its own.
 * `-- home thread` takes those scenes alone, `--out <folder>` puts them elsewhere.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string', default: path.resolve(import.meta.dirname, '../docs/gallery') } } })
const wanted = SCENES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const run = promisify(execFile)
const SIZES = {
  desktop: { viewport: { width: 1280, height: 900 }, shownAt: 960 },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, shownAt: 390 },
} as const
type Size = keyof typeof SIZES

async function main(): Promise<void> {
  if (positionals.length === 0) await rm(values.out, { recursive: true, force: true })
  await mkdir(values.out, { recursive: true })
  const server = await startServerProcess({ LOG_LEVEL: 'warn' })
  try {
    const seed = ['scripts/seed.ts', '--people', '80', '--posts', '900']
    await run(process.execPath, seed, { env: { ...process.env, NODE_ENV: 'test', DATA_DIR: server.dataDir, UPLOADS_DIR: server.uploadsDir } })
    await withBrowser(async (browser) => {
      const [props, cookies] = [await findProps(server), await signIn(server)]
      for (const size of ['desktop', 'phone'] as const) await shootAll(browser, server, size, cookies, props)
    })
  } finally {
    await server[Symbol.asyncDispose]()
  }
  await writeCatalogue(values.out)
  console.log(`${wanted.length} scenes, ${Math.round((await weightOf(values.out)) / 1024)} kB in ${values.out}`)
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

async function findProps(server: ServerProcess): Promise<Props> {
  const { body: posts } = await visitor(server).get<PostView[]>('/posts')
  const post = posts.toSorted((one, other) => other._count.comments - one._count.comments)[0]
  if (!post) throw new Error('The demo world has no posts.')
  return { post, handle: CAST[2]!.handle }
}

/** The session cookies of everybody who is somebody. */
async function signIn(server: ServerProcess): Promise<Record<Exclude<Who, 'visitor'>, string>> {
  const login = async (email: string) => {
    const caller = visitor(server)
    const { status, text } = await caller.post('/auth/login', { email, password: DEMO_PASSWORD })
    if (status !== 200) throw new Error(`${email} could not log in: ${status} ${text}`)
    return caller.cookie()
  }
  const newcomer = visitor(server)
  await newcomer.post('/auth/register', { email: 'petra@court.example', handle: 'petra_newly_seated', displayName: 'Petra, newly seated', password: DEMO_PASSWORD })
  return { king: await login(emailOf(CAST[0]!)), courtier: await login(emailOf(CAST[1]!)), newcomer: newcomer.cookie() }
}

async function shootAll(browser: Browser, { url }: ServerProcess, size: Size, cookies: Awaited<ReturnType<typeof signIn>>, props: Props): Promise<void> {
  const { shownAt, ...look } = SIZES[size]
  for (const who of new Set(wanted.map((scene) => scene.who))) {
    const context = await browser.newContext({ ...look, baseURL: url, reducedMotion: 'reduce', locale: 'en-GB' })
    if (who !== 'visitor') await bringCookie(context, url, cookies[who])
    const page = await context.newPage()
    for (const scene of wanted.filter((one) => one.who === who)) await shoot(page, scene, size, shownAt, props)
    await context.close()
  }
}

async function bringCookie(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name, value] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name: name!, value: value!, url, httpOnly: true, sameSite: 'Lax' }])
}

async function shoot(page: Page, scene: Scene, size: Size, shownAt: number, props: Props): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(typeof scene.path === 'string' ? scene.path : scene.path(props))
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await scene.act?.(page)
  await page.waitForFunction(() => document.querySelector('.rf-skeleton') === null)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForLoadState('networkidle')
    const variant: Variant = `${size}-${colorScheme}`
    const picture = await sharp(await page.screenshot()).resize({ width: shownAt }).webp({ quality: 60 }).toBuffer()
    await writeFile(path.join(values.out, fileName(scene, variant)), picture)
  }
  console.log(`${scene.name}, ${size}`)
}

await main()

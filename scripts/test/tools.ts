import { spawnSync } from 'node:child_process'
import { findChromium, SHELL } from '#tests/support/chromium.ts'

/** A program the tests use that no npm package brings. */
interface Tool {
  readonly name: string
  readonly isThere: () => boolean
  /** Whether there is what tests run best with. Without it the package is installed where it may be. */
  readonly isBest?: () => boolean
  readonly debian: readonly string[]
  readonly playwright?: string
}

const answers = (program: string, flag: string) =>
  spawnSync(program, [flag], { stdio: 'ignore' }).status === 0

const FFMPEG: Tool = { name: 'ffmpeg', isThere: () => answers('ffmpeg', '-version'), debian: ['ffmpeg'] }
const REDIS: Tool = {
  name: 'redis-server',
  isThere: () => answers('redis-server', '--version'),
  debian: ['redis-server'],
}

const NGINX: Tool = { name: 'nginx', isThere: () => answers('nginx', '-v'), debian: ['nginx-light'] }

const GROONGA: Tool = {
  name: 'groonga',
  isThere: () => answers('groonga', '--version'),
  debian: ['groonga-bin'],
}

const TEST_TOOLS: readonly Tool[] = [
  // The emoji font as well: without it every drop is a row of empty boxes on the screenshots.
  {
    name: 'Chromium',
    isThere: () => findChromium() !== undefined,
    // Any Chromium will do, but a whole one needs 64 s of CPU where the shell needs 45.
    isBest: () => process.env['CHROMIUM_PATH'] !== undefined || answers(SHELL, '--version'),
    debian: ['chromium-headless-shell', 'fonts-noto-color-emoji'],
    playwright: 'chromium',
  },
  FFMPEG,
  REDIS,
  NGINX,
  GROONGA,
]

/** For `npm run test:cluster`. */
export const CLUSTER_TOOLS: readonly Tool[] = [FFMPEG, REDIS, NGINX]

/**
 * Installs Debian's packages where it may, else uses what is there or fetches Playwright's browser; says what it
 * cannot get.
 */
export function ensureTools(tools: readonly Tool[] = TEST_TOOLS): void {
  const wanted = tools.filter(({ isThere, isBest = isThere }) => !isBest())
  if (wanted.length > 0 && mayInstall()) installPackages(wanted)
  for (const tool of tools.filter(({ isThere }) => !isThere())) fetchOrTell(tool)
}

const mayInstall = () => process.getuid?.() === 0 && answers('apt-get', '--version')

function installPackages(tools: readonly Tool[]): void {
  console.log(`Installing what the tests need: ${tools.flatMap(({ debian }) => debian).join(', ')} ...`)
  // RUNLEVEL=1: nothing of it is to be started as a service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  apt(['update'], env)
  // One that cannot be had keeps no other one away.
  for (const { debian } of tools) apt(['install', '-y', '--no-install-recommends', ...debian], env)
}

function apt(args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status, stderr } = spawnSync('apt-get', ['-qq', ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (status !== 0) console.error(`apt-get ${args[0]} failed: ${stderr.trim().split('\n').at(-1)}`)
}

function fetchOrTell({ name, playwright, isThere, debian }: Tool): void {
  if (playwright) {
    console.log(`Fetching Playwright's ${name} ...`)
    spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', playwright], {
      stdio: 'inherit',
    })
  }
  if (!isThere())
    console.error(
      `${name} is missing and could not be installed; the tests that need it will fail. Debian: apt-get install ${debian.join(' ')}`,
    )
}

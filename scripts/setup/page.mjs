import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OWN_NODE } from './dependencies.mjs'
import { ROOT, inRoot } from './root.mjs'
import { run, SetupError, step } from './step.mjs'

// The sources of the client.
const SOURCES = [
  'src/client',
  'src/contract',
  'vite.config.ts',
  'chunks.config.ts',
  'scripts/browsers.ts',
  'scripts/emoji-data.ts',
  'scripts/keep-builds.ts',
  'tsconfig.json',
  'package-lock.json',
]
const PAGE = inRoot('dist', 'client', 'index.html')
const STAMP = inRoot('dist', 'page.sha256')

/** What to say when the client (dist/client) is not built, or its sources changed since; undefined if it is. */
export const stale = () => (stamp() === fingerprint() ? undefined : 'The built page')

const stamp = () => (existsSync(STAMP) && existsSync(PAGE) ? readFileSync(STAMP, 'utf8') : undefined)

/** Builds the client. */
export async function buildPage() {
  const now = fingerprint()
  await step(stamp() ? 'Building the page again' : 'Building the page', build)
  mkdirSync(path.dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, now)
}

async function build() {
  // An interrupted build must not count as complete.
  rmSync(STAMP, { force: true })
  const node = existsSync(OWN_NODE) ? OWN_NODE : process.execPath
  const { code, said } = await run(
    node,
    [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: ROOT },
  )
  if (code !== 0) throw new SetupError(`The page could not be built:\n${withoutStack(said)}`)
}

const withoutStack = (said) =>
  said
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .join('\n')
    .trim()

/** A hash that changes with any source of the client. */
export function fingerprint(sources = SOURCES.map((source) => inRoot(source))) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesIn))
    hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesIn(place) {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return /\.test\.tsx?$/.test(place) ? [] : [place]
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(path.join(place, name)))
}

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

/** Builds the client (dist/client) if its sources changed since the last build, or always. */
export async function ensurePage({ inAnyCase = false } = {}) {
  const now = fingerprint()
  const built = existsSync(STAMP) && existsSync(PAGE) ? readFileSync(STAMP, 'utf8') : undefined
  if (built === now && !inAnyCase) return
  await step(built ? 'Building the page again' : 'Building the page', buildPage)
  mkdirSync(path.dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, now)
}

async function buildPage() {
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

// Runs before `npm start` and `npm test`. It is plain JavaScript with Node's own modules, because it runs on
// the machine's Node, which may be old, and before anything is installed.
import { existsSync } from 'node:fs'
import { assertOwnNode, installPackages, missing } from './setup/dependencies.mjs'
import { ensureFfmpeg } from './setup/ffmpeg.mjs'
import { withLock } from './setup/lock.mjs'
import { assertNode } from './setup/node-version.mjs'
import { buildPage, stale } from './setup/page.mjs'
import { ROOT, inRoot } from './setup/root.mjs'
import { SetupError } from './setup/step.mjs'

/** start: packages, ffmpeg and client as needed. packages: only packages. build: the client, always. */
const purpose = process.argv[2]
/** As the server's REFUSED_START: a supervisor must not try again. */
const REFUSED_START = 78

/** As the server reads it (platform/config.ts). */
function isProduction() {
  const file = process.env.ENV_FILE || inRoot('.env')
  try {
    if (existsSync(file)) process.loadEnvFile(file)
  } catch {
    throw new SetupError(`This account may not read the settings in ${file}.`)
  }
  return process.env.NODE_ENV === 'production'
}

async function setUp() {
  const strict = isProduction()
  const lacking =
    missing({ withDev: purpose === 'build' || !strict }) ?? (purpose === 'packages' ? undefined : stale())
  // Then nothing is written either: the folder may belong to somebody else.
  if (!lacking && purpose !== 'build') return
  if (strict && purpose !== 'build') {
    process.exitCode = REFUSED_START
    throw new SetupError(
      `${lacking} in ${ROOT} must be brought up to date first. In production neither a start nor a command does that, because a server may be running from this folder. Stop it and run, as the owner of the folder: npm run build`,
    )
  }
  await withLock(async () => {
    if (missing()) await installPackages()
    if (purpose === 'build' || (purpose === 'start' && stale())) await buildPage()
  })
}

try {
  assertNode()
  await setUp()
  assertOwnNode()
  if (purpose === 'start' && !isProduction()) await ensureFfmpeg()
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(`\n${error.message}`)
  process.exitCode ??= 1
}

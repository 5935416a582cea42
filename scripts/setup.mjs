// Runs before `npm start` and `npm test`. It is plain JavaScript with Node's own modules, because it runs on
// the machine's Node, which may be old, and before anything is installed.
import { ensureDependencies } from './setup/dependencies.mjs'
import { ensureFfmpeg } from './setup/ffmpeg.mjs'
import { withLock } from './setup/lock.mjs'
import { assertNode } from './setup/node-version.mjs'
import { ensurePage } from './setup/page.mjs'
import { SetupError } from './setup/step.mjs'

/** start: packages, ffmpeg and client as needed. packages: only packages. build: the client, always. */
const purpose = process.argv[2]

try {
  assertNode()
  await withLock(async () => {
    await ensureDependencies()
    if (purpose === 'start') await ensureFfmpeg()
    if (purpose !== 'packages') await ensurePage({ inAnyCase: purpose === 'build' })
  })
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(`\n${error.message}`)
  process.exitCode = 1
}

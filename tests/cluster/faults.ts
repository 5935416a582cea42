import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { assetsOf, copyWithOtherBuild } from '#tests/e2e/support/other-build.ts'
import { person } from '#tests/support/http-client.ts'
import { noise, upload } from '#tests/support/media.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'
import { SECRET, type Cluster } from './cluster.ts'

const PRODUCT = path.resolve(import.meta.dirname, '../..')

/** A fault. `strike` resolves with a note when it is over. */
export interface Fault {
  readonly name: string
  readonly strike: (cluster: Cluster) => Promise<string>
}

const PAUSE_MS = 20_000
const VISIT_EVERY_MS = 250

const killServer = (which: 0 | 1): Fault => ({
  name: `kill -9 of server ${which + 1}`,
  async strike({ servers }) {
    await servers[which]!.kill()
    await pause(3_000)
    const begun = performance.now()
    await servers[which]!.start()
    return `back ${seconds(begun)} s after its start`
  },
})

/**
 * Together with the two others, one server is killed more often than in 'npm test'
 * (tests/faults/server-kill.slow.test.ts).
 */
const MORE_KILLS = 18

/** Without a pause between them: the clients reconnect to another server, which is killed then. */
const killInTurn: Fault = {
  name: `kill -9 of the servers in turn, ${MORE_KILLS} times`,
  async strike({ servers }) {
    const begun = performance.now()
    for (let kill = 0; kill < MORE_KILLS; kill += 1) {
      const server = servers[kill % servers.length]!
      await server.kill()
      await server.start()
    }
    return `in ${seconds(begun)} s, their starts included`
  },
}

/** nginx asks a server again so long after it has refused (`fail_timeout`, and some more), ms. */
const NGINX_PAUSE_MS = 3_000

/** One server after the other ends as in a deploy, and starts with these changes. */
async function restartInTurn(
  { servers }: Cluster,
  change: Parameters<ServerProcess['start']>[0],
): Promise<void> {
  for (const server of servers) {
    await server.stop()
    await server.start(change)
    await pause(NGINX_PAUSE_MS)
  }
}

/** Two builds answer for a while: whoever has a page of one gets its files from whichever server is asked. */
const deploy: Fault = {
  name: 'a deploy of a changed page and the way back, one server after the other',
  async strike(cluster) {
    const other = await copyWithOtherBuild()
    let isOver = false
    const visits = visitUntil(cluster.url, () => isOver)
    try {
      for (const root of [other, PRODUCT]) await restartInTurn(cluster, { root })
    } finally {
      isOver = true
      await rm(other, { recursive: true })
    }
    const { pages, reloads } = await visits
    return `${pages} pages were loaded meanwhile with all their files; ${reloads} were loaded a second time for that`
  },
}

/** Loads pages with all the files that they name; a page that lacks one reloads once, as in the browser (LIVE L63). */
async function visitUntil(url: string, isOver: () => boolean) {
  let [pages, reloads] = [0, 0]
  while (!isOver()) {
    const missing = await visit(url)
    await pause(VISIT_EVERY_MS)
    if (!missing) continue
    pages += 1
    if (missing.length === 0) continue
    reloads += 1
    const again = await visit(url)
    if (again?.length) throw new Error(`A reloaded page lacks files: ${again.join(', ')}`)
  }
  return { pages, reloads }
}

/** The files of a page that no server has; null when no server answered. */
async function visit(url: string): Promise<string[] | null> {
  try {
    const page = await fetch(url)
    if (!page.ok) return null
    const missing: string[] = []
    for (const file of assetsOf(await page.text()))
      if ((await fetch(url + file)).status === 404) missing.push(file)
    return missing
  } catch {
    // What a cut connection does to people is the business of the load and its checks.
    return null
  }
}

/** In the order of OPERATIONS: all know the new secret before one signs with it. */
const rotateSecret: Fault = {
  name: 'SESSION_SECRET is rotated, one server after the other',
  async strike(cluster) {
    const session = await person({ url: cluster.url }, `rotated_${Math.floor(performance.now())}`)
    const next = 'the-next-secret-for-all-servers-of-the-cluster'
    for (const secrets of [`${SECRET},${next}`, `${next},${SECRET}`]) {
      await restartInTurn(cluster, { env: { SESSION_SECRET: secrets } })
      let status = 0
      await until('the session is answered', async () => {
        ;({ status } = await session.get('/auth/me'))
        return status < 500
      })
      if (status !== 200) throw new Error(`A session was answered ${status} after a step of the rotation`)
    }
    return 'a session of before is valid after each step'
  },
}

export const FAULTS: readonly Fault[] = [
  killServer(0),
  {
    name: 'kill -9 of the primary',
    async strike({ store, url }) {
      const begun = performance.now()
      const restore = await store.killPrimary()
      await untilWritable(url)
      const took = seconds(begun)
      await restore()
      return `writes again after ${took} s`
    },
  },
  {
    name: 'Redis ends for 10 s',
    async strike({ redis }) {
      await redis.interrupt()
      await pause(10_000)
      await redis.resume()
      return 'what it held is lost'
    },
  },
  {
    name: 'server 1 is killed and starts while Redis is away',
    async strike({ redis, servers }) {
      await redis.interrupt()
      await servers[0]!.kill()
      const begun = performance.now()
      await servers[0]!.start()
      const took = seconds(begun)
      await pause(5_000)
      await redis.resume()
      return `ready ${took} s after its start, without Redis`
    },
  },
  {
    name: 'the primary steps down',
    async strike({ store, url }) {
      const begun = performance.now()
      await store.stepDown()
      await untilWritable(url)
      return `writes again after ${seconds(begun)} s`
    },
  },
  {
    name: 'all connections are cut',
    async strike(cluster) {
      await cluster.cutConnections()
      return 'the workers of nginx are killed'
    },
  },
  {
    name: 'server 2 stands still for 20 s',
    async strike({ servers }) {
      servers[1]!.signal('SIGSTOP')
      await pause(PAUSE_MS)
      servers[1]!.signal('SIGCONT')
      return 'SIGSTOP, SIGCONT'
    },
  },
  { name: 'the disk of the uploads is full', strike: fillDisk },
  killServer(1),
  deploy,
  rotateSecret,
  killInTurn,
]

/**
 * While the disk is full, an upload is refused with a message and nothing else fails; afterwards it works.
 */
async function fillDisk({ work, url }: Cluster): Promise<string> {
  if (!work.isBounded) return 'left out: a small file system may not be mounted here'
  const filler = path.join(work.path, 'filler')
  const uploader = await person({ url }, 'uploader')
  const picture = await noise(1_500, 1_000).png().toBuffer()
  await writeFile(filler, Buffer.alloc(65 * 2 ** 20)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error
  })
  const refused = await upload({ url }, uploader, picture)
  await rm(filler)
  const taken = await upload({ url }, uploader, picture)
  if (refused.status !== 503 || !/^[A-Z].*\.$/s.test(refused.text) || taken.status !== 201)
    throw new Error(
      `An upload was answered ${refused.status} '${refused.text}' on the full disk, and ${taken.status} '${taken.text}' afterwards`,
    )
  return `an upload was refused with ${refused.status} '${refused.text}', and taken afterwards`
}

/** A write that has an answer proves that the store takes writes. */
async function untilWritable(url: string): Promise<void> {
  const someone = `someone_${Math.floor(performance.now())}`
  await until(
    'somebody can register',
    () =>
      person({ url }, someone).then(
        () => true,
        () => false,
      ),
    120_000,
  )
}

const seconds = (begun: number): string => ((performance.now() - begun) / 1_000).toFixed(1)

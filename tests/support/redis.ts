import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export interface RedisProcess {
  /** For REDIS_URL. */
  readonly url: string
  /** Ends it, as a Redis that falls over; what it held is lost. */
  interrupt(): Promise<void>
  /** Sends it one command, the arguments behind its name. */
  command(name: string, ...args: (string | number)[]): Promise<unknown>
  /** Begins it again on the same port. */
  resume(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * A real redis-server on a port of its own, that keeps nothing. `npm test` installs it where it is missing.
 */
export async function startRedis(): Promise<RedisProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-redis-'))
  const port = await freePort()
  let child = await launch(folder, port)
  const interrupt = async () => {
    const gone = once(child, 'exit')
    if (child.exitCode === null && child.kill()) await gone
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    interrupt,
    command: async (name, ...args) => {
      const client = new Redis(port)
      return client.call(name, ...args).finally(() => client.disconnect())
    },
    resume: async () => void (child = await launch(folder, port)),
    async [Symbol.asyncDispose]() {
      await interrupt()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function launch(folder: string, port: number): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  )
  let failure: Error | undefined
  child.once(
    'error',
    (error) =>
      (failure = new Error(
        'There is no redis-server here. Install it (Debian: apt-get install redis-server), or let npm test do so.',
        { cause: error },
      )),
  )
  child.once('exit', (code) => (failure ??= new Error(`redis-server ended with ${code}`)))
  await until('redis-server answers', async () => {
    if (failure) throw failure
    return answers(port)
  })
  return child
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => socket.end('PING\r\n'))
    socket.once('data', (reply) => {
      resolve(reply.toString().startsWith('+PONG'))
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
  })

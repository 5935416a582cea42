import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export interface RedisProcess {
  /** For REDIS_URL. */
  readonly url: string
  [Symbol.asyncDispose](): Promise<void>
}

/** A real redis-server on a port of its own, that keeps nothing. `npm test` installs it where it is missing. */
export async function startRedis(): Promise<RedisProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-redis-'))
  const port = await freePort()
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'], { stdio: 'ignore' })
  let failure: Error | undefined
  child.once('error', (error) => (failure = new Error('There is no redis-server here. Install it (Debian: apt-get install redis-server), or let npm test do so.', { cause: error })))
  child.once('exit', (code) => (failure ??= new Error(`redis-server ended with ${code}`)))
  await until('redis-server answers', async () => {
    if (failure) throw failure
    return answers(port)
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      if (child.kill()) await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
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

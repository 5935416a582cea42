import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's mongod, a replica set, without a database. */
    mongoUri: string
  }
}

export interface TestServer {
  /** http://127.0.0.1:port, without a slash at the end. */
  readonly url: string
  /** The server's own, fresh database. */
  readonly storeUri: string
  /** Stops the server; its database and folders are gone afterwards. */
  close(): Promise<void>
}

interface Options {
  /** Tests that are not about limits never meet one. */
  rateLimitFactor?: number
  /** Further settings by their names. */
  env?: Record<string, string>
  /** Puts something into the store and the files before the server opens them. */
  before?: (place: { storeUri: string; uploadsDir: string }) => Promise<void>
}

/**
 * The product's server in this vitest worker, on its own database, port and folders: once a test file, because settings
 * are read once a process. Modules of the server that a test wants besides are imported after it (`await import`).
 */
export async function startTestServer({ rateLimitFactor = 10_000, env = {}, before }: Options = {}): Promise<TestServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-test-'))
  const port = await freePort()
  Object.assign(process.env, {
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: path.join(folder, 'data'),
    UPLOADS_DIR: path.join(folder, 'uploads'),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: String(rateLimitFactor),
    SPAM_PROTECTION: 'off',
    PASSWORD_COST: 'low',
    ...env,
  })
  await assertFirst(port)
  const storeUri = freshDatabase()
  await before?.({ storeUri, uploadsDir: path.join(folder, 'uploads') })
  const { startServer } = await import('#server/start.ts')
  const server = await startServer({ storeUri, port })
  const close = async () => {
    const { default: mongoose } = await import('mongoose')
    await mongoose.connection.dropDatabase()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: server.url, storeUri, close }
}

async function assertFirst(port: number): Promise<void> {
  const { config } = await import('#server/platform/config.ts')
  if (config.PORT !== port) throw new Error('The settings were read before startTestServer(): import modules of the server after it.')
}

/** A database of its own on the test run's mongod. */
export function freshDatabase(): string {
  const uri = new URL(inject('mongoUri'))
  // Tests count the store's commands (tests/support/commands.ts).
  uri.searchParams.set('monitorCommands', 'true')
  uri.pathname = `/test_${randomBytes(6).toString('hex')}`
  return uri.href
}

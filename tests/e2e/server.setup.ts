import type { FullConfig } from 'playwright/test'
import { reserveGoogle } from '#tests/support/google.ts'
import { startInternet } from '#tests/support/internet.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

/** The address of the local server that stands for the internet. */
export const INTERNET = 'E2E_INTERNET'

/** The servers of a run, by the place of their worker: JSON in E2E_SERVERS. */
export type E2eServer = Record<'E2E_URL' | 'E2E_DATA_DIR' | 'E2E_LOG', string>

/**
 * A server for each worker, so that no test sees what another one does at the same time. Each has its own
 * process, port, folders and embedded database, a local provider instead of Google, and one stand-in for the
 * internet. All are removed afterwards.
 */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const internet = await startInternet()
  process.env[INTERNET] = `http://${internet.settings['OUTBOUND_TEST_SERVER']}`
  const started = await Promise.all(Array.from({ length: workers }, () => startOne(internet.settings)))
  process.env['E2E_SERVERS'] = JSON.stringify(started.map(({ server }) => server))
  return async () => {
    await Promise.all(started.map(({ stop }) => stop()))
    await internet[Symbol.asyncDispose]()
  }
}

async function startOne(
  settings: Record<string, string>,
): Promise<{ server: E2eServer; stop: () => Promise<void> }> {
  const google = await reserveGoogle()
  const server = await startServerProcess({ LOG_LEVEL: 'warn', ...google.settings, ...settings })
  await google.open(server.url)
  return {
    server: { E2E_URL: server.url, E2E_DATA_DIR: server.dataDir, E2E_LOG: server.logFile },
    stop: async () => {
      await server[Symbol.asyncDispose]()
      await google[Symbol.asyncDispose]()
    },
  }
}

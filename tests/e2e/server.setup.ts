import { startServerProcess } from '#tests/support/server-process.ts'

/** One product for the run: its own process, port, folders and embedded database, all gone afterwards. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServerProcess({ LOG_LEVEL: 'warn' })
  process.env['E2E_URL'] = server.url
  process.env['E2E_DATA_DIR'] = server.dataDir
  return async () => server[Symbol.asyncDispose]()
}

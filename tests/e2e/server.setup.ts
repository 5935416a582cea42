import { reserveGoogle } from '#tests/support/google.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

/**
 * One server for the run, with its own process, port, folders and embedded database, and a local provider
 * instead of Google. All are removed afterwards.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const google = await reserveGoogle()
  const server = await startServerProcess({ LOG_LEVEL: 'warn', ...google.settings })
  await google.open(server.url)
  process.env['E2E_URL'] = server.url
  process.env['E2E_DATA_DIR'] = server.dataDir
  return async () => {
    await server[Symbol.asyncDispose]()
    await google[Symbol.asyncDispose]()
  }
}

import { randomBytes } from 'node:crypto'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

/**
 * A server with other settings than the run's. It has a database of its own in the store of this worker's server: one
 * more store would take a second of a core to start.
 */
export async function startOtherServer(settings: Record<string, string>): Promise<ServerProcess> {
  const { uri } = (await attachEmbedded(process.env['E2E_DATA_DIR']!))!
  const address = new URL(uri)
  address.pathname = `/other-${randomBytes(4).toString('hex')}`
  return startServerProcess({ MONGODB_URI: address.href, LOG_LEVEL: 'warn', ...settings })
}

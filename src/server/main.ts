import { BRAND } from '#contract/brand.ts'
import { config } from './platform/config.ts'
import { logger } from './platform/logger.ts'
import { openStore } from './platform/mongo/open-store.ts'
import { startServer } from './start.ts'

/** The process: opens the store, starts the server, and stops both in order when asked to, the database last. */
const store = await openStore(config)
const server = await startServer({ storeUri: store.uri }).catch(async (error: unknown) => {
  await store.close()
  throw error
})
logger.info({ url: config.PUBLIC_URL }, `${BRAND.name} is open at ${config.PUBLIC_URL}`)

let stopping = false
async function stop(signal: string): Promise<void> {
  if (stopping) return
  stopping = true
  logger.info({ signal }, 'closing')
  await server.close()
  await store.close()
  process.exit(0)
}
process.on('SIGINT', () => void stop('SIGINT'))
process.on('SIGTERM', () => void stop('SIGTERM'))

import { config } from '#server/platform/config.ts'
import { groonga } from '#server/platform/search/engine/groonga.ts'
import { fault, ok, reasonOf, type Check, type Finding } from './finding.ts'

export const checkSearch: Check = { part: 'search', look: lookAtEngine }

const PROBE = { name: 'doctor_probe', flags: 'TABLE_HASH_KEY', key_type: 'ShortText' }

async function lookAtEngine(): Promise<Finding> {
  if (!config.SEARCH_URL) return ok('SEARCH_URL is not set: the database searches posts and messages.')
  try {
    const { version } = await groonga<{ version: string }>('status')
    await groonga('table_create', PROBE)
    await groonga('table_remove', { name: PROBE.name })
    return ok(`Groonga ${version} answers and takes writes. Its data needs no backup: the servers fill it.`)
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return fault(
      `Groonga does not take writes (${reasonOf(cause ?? error)}). Start it with an empty folder, let this machine reach it, or correct SEARCH_URL.`,
    )
  }
}

import { config } from '#server/platform/config.ts'
import { closeSharedMemory } from '#server/platform/shared-memory.ts'
import { checkBucket, checkFolders } from './check-files.ts'
import { checkAddress, checkDescriptors, checkVideos } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkRedis } from './check-redis.ts'
import { checkSearch } from './check-search.ts'
import { checkStore } from './check-store.ts'
import { ok, warning, type Check, type Finding } from './finding.ts'

const checkSettings: Check = {
  part: 'settings',
  async look() {
    const findings: Finding[] = config.unsafe.map((sentence) => warning(sentence))
    if (config.NODE_ENV !== 'production')
      findings.push(warning(`NODE_ENV is ${config.NODE_ENV}: set it to production for a public site.`))
    return findings.length > 0 ? findings : ok('Every setting has a value that the server starts with.')
  },
}

/** What is checked once the settings can be read, in the order of the answer. */
export const CHECKS: readonly Check[] = [
  checkSettings,
  checkStore,
  checkRedis,
  checkSearch,
  checkFolders,
  checkBucket,
  checkMail,
  checkVideos,
  checkDescriptors,
  checkAddress,
]

/** Nothing keeps the process alive afterwards. */
export const closeChecks = (): void => closeSharedMemory()

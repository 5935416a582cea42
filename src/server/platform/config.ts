import { REFUSED_START } from './exit-codes.ts'
import { processConfig, type Config } from './load-config.ts'

/** This process's settings. */
export const config = settingsOrEnd()

// Wrong settings end the process. A stack trace would not help the person who set them.
function settingsOrEnd(): Config {
  try {
    return processConfig()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(REFUSED_START)
  }
}

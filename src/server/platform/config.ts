import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { Settings } from './settings.ts'

export type Config = Omit<z.infer<typeof Settings>, 'SESSION_SECRET' | 'PUBLIC_URL'> & {
  SESSION_SECRET: string[]
  PUBLIC_URL: string
}

/** Reads the environment; throws one plain sentence that names every wrong setting. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) throw new Error(`Wrong settings: ${parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ')}`)
  const settings = parsed.data
  return {
    ...settings,
    PUBLIC_URL: (settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`).replace(/\/$/, ''),
    SESSION_SECRET: settings.SESSION_SECRET ?? keptSecret(settings),
  }
}

/** Development has no configuration: a secret is made at the first start and kept, so that sessions survive a restart. */
function keptSecret({ NODE_ENV, DATA_DIR }: z.infer<typeof Settings>): string[] {
  if (NODE_ENV === 'production') throw new Error('SESSION_SECRET must be set when NODE_ENV is production.')
  const file = path.join(DATA_DIR, 'session-secret')
  mkdirSync(DATA_DIR, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return [readFileSync(file, 'utf8')]
}

/** This process's settings. */
export const config = settingsOrEnd()

// Nothing can run on wrong settings, and where they are read is of no use to the person who set them.
function settingsOrEnd(): Config {
  try {
    return loadConfig(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

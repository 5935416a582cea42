import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import about from '../../../package.json' with { type: 'json' }

/** The version of this code, as in package.json. */
export const VERSION = about.version

/** Which build of the page this process serves: the same files have the same name. Blank without a build. */
export const BUILD = buildName()

function buildName(): string {
  const manifest = path.resolve(import.meta.dirname, '../../../dist/client/.vite/manifest.json')
  if (!existsSync(manifest)) return ''
  return createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 12)
}

/** Whether `one` is a lower version than `other`; both of the form 1.2.3. */
export function isOlder(one: string, other: string): boolean {
  const [left, right] = [parts(one), parts(other)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at !== -1 && left[at]! < (right[at] ?? 0)
}

const parts = (version: string) => version.split('.').map(Number)

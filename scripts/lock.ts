import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { missingBuilds, withBuilds, type LockedPackages } from './lock/complete.ts'

/**
 * `npm run lock`: adds the builds for other systems that npm left out of package-lock.json, so that `npm
 * ci` works on every system.
 */
const FILE = path.resolve(import.meta.dirname, '../package-lock.json')

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: LockedPackages }
const missing = missingBuilds(lock.packages)
if (missing.length > 0)
  writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: withBuilds(lock.packages) }, null, 2)}\n`)
console.log(
  missing.length > 0 ? `Added ${missing.map(({ name }) => name).join(', ')}` : 'package-lock.json is whole',
)

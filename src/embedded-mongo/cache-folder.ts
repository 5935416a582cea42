import { accessSync, constants, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

/**
 * Where fetched binaries are kept: outside DATA_DIR, in the person's cache, so that every clone on the
 * machine shares them; beside the dependencies where there is no home to write to.
 */
export function cacheFolder(): string {
  const candidates = [
    path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'royal-flush'),
    path.resolve('node_modules/.cache/royal-flush'),
  ]
  const folder = candidates.find(isWritable)
  if (!folder) throw new Error(`Neither ${candidates.join(' nor ')} can be written.`)
  return folder
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    // Whatever the reason, the next one is tried.
    return false
  }
}

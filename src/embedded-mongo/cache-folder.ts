import { accessSync, constants, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

/**
 * Where downloaded binaries are cached: outside DATA_DIR, in the user's cache, so that all clones share them;
 * beside the dependencies if there is no writable home.
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
    // Whatever the reason, the next folder is tried.
    return false
  }
}

import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'

/** The sentence for somebody whose account may not write there; undefined for any other error. */
export function notAllowed(error: unknown): string | undefined {
  const { code, path: place } = error as NodeJS.ErrnoException
  if (!place || !['EACCES', 'EPERM', 'EROFS'].includes(code ?? '')) return undefined
  return `This account may not write to ${place} (${code}).`
}

/** Makes a folder of a setting. Throws a sentence that names the setting when it cannot be written to. */
export function ensureFolder(setting: string, folder: string): void {
  const place = path.resolve(folder)
  try {
    make(place)
    accessSync(place, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(
      `${setting}: this account cannot write to ${place} (${(error as NodeJS.ErrnoException).code}). Make it writable, or set ${setting} to another folder.`,
      { cause: error },
    )
  }
}

// Node's `recursive` never ends where the system refuses with ENOENT, as in /proc.
function make(folder: string): void {
  if (existsSync(folder)) return
  make(path.dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

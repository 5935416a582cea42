import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A setting that the server cannot start with. The message names it, and says what to do. */
export class RefusedSetting extends Error {}

/** Makes the folder of a setting where it is missing. Throws a `RefusedSetting` when it cannot be made or used. */
export function assertWritable(setting: 'DATA_DIR' | 'UPLOADS_DIR', given: string): void {
  const folder = path.resolve(given)
  const probe = path.join(folder, `.writable-${randomUUID()}`)
  try {
    makeFolder(folder)
    accessSync(folder, constants.R_OK)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // A full disk is an outage: those who upload are told.
    if (code === 'ENOSPC' || code === 'EDQUOT') return
    throw new RefusedSetting(
      `${setting}: files cannot be written to ${folder} (${code ?? message}). Give the account of the server the rights to it, or set another folder.`,
    )
  }
}

/** Makes a folder and its parents. mkdir's `recursive` tries for ever where a parent takes no folder, as /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process that starts has made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

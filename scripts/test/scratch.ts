import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** Databases, uploads and browser profiles of a whole run take less than half of it. */
const ROOM_NEEDED = 4 * 2 ** 30

/**
 * Makes the folder for temporary files of a test run, in memory where there is room: databases sync each
 * write to the disk, and tests lose nothing with a power cut. Answers its path and how to remove it;
 * undefined where only the disk is there.
 */
export function memoryFolder(
  place = MEMORY,
  needed = ROOM_NEEDED,
): { path: string; remove: () => void } | undefined {
  if (freeBytes(place) < needed) return undefined
  const folder = mkdtempSync(path.join(place, 'royal-flush-'))
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

function freeBytes(place: string): number {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  } catch {
    return 0 // There is no such place on this system.
  }
}

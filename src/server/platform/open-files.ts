import { readFileSync } from 'node:fs'

/** Connections of one process; more are closed at once. */
export const MOST_CONNECTIONS = 20_000

/** Files besides connections: the store, Redis, uploads, the log. */
const OTHERS = 500

/**
 * How many files this process may open (each connection is one); null where the system does not say. Node raises the
 * soft limit to the hard one when it starts.
 */
export function openFilesLimit(): number | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const [, soft] = /^Max open files\s+(\S+)/m.exec(limits) ?? []
    return soft === undefined ? null : soft === 'unlimited' ? Infinity : Number(soft)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** How many connections fit into the limit of open files, `most` at most. */
export function connectionsFor(limit: number | null, most: number): number {
  if (limit === null) return most
  return Math.min(most, Math.max(limit - OTHERS, Math.floor(limit / 2)))
}

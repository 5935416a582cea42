import { busy } from './errors.ts'

/** How many may wait for one key, and how long, ms. */
const MAX_WAITING = 500
const TIMEOUT_MS = 10_000

interface Line {
  tail: Promise<unknown>
  length: number
}

const lines = new Map<string, Line>()

/**
 * Runs work with the same key one after the other in this process. The store stays right without it; it saves
 * hot documents (a popular post) from write conflicts and retries. Throws 503 when too many wait for the key,
 * or when the turn does not come in time; the work is then not done. A key without work is forgotten (LIVE
 * L17).
 */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { tail: Promise.resolve(), length: 0 }
  if (line.length >= MAX_WAITING) throw busy()
  lines.set(key, line)
  line.length += 1
  try {
    return await inTurn(line, work)
  } finally {
    line.length -= 1
    if (line.length === 0) lines.delete(key)
  }
}

/**
 * Runs work under several keys at once; the work must not take further locks of these kinds.
 */
export async function underAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
  const release = await lockAll(keys)
  try {
    return await work()
  } finally {
    release()
  }
}

/**
 * Waits for the locks of several keys, and returns how to release them. They are taken in one order everywhere, so
 * that two of these never wait for each other.
 */
export async function lockAll(keys: readonly string[]): Promise<() => void> {
  const releases: (() => void)[] = []
  const release = () => releases.forEach((one) => one())
  try {
    for (const key of [...new Set(keys)].sort()) releases.push(await lock(key))
    return release
  } catch (error) {
    release()
    throw error
  }
}

/** Waits for the lock of a key, and returns how to release it. */
const lock = (key: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    oneAtATime(key, () => new Promise<void>((release) => resolve(release))).catch(reject)
  })

/** Takes the lock of a key, and returns how to release it; null when somebody has it. Never waits. */
export function lockIfFree(key: string): (() => void) | null {
  if (lines.has(key)) return null
  const { promise, resolve } = Promise.withResolvers<void>()
  void oneAtATime(key, () => promise)
  return resolve
}

/**
 * Runs the work after all before it. A caller that waited too long gets its error at once, and its work is
 * skipped.
 */
function inTurn<T>(line: Line, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      reject(busy())
    }, TIMEOUT_MS)
    const begin = async () => {
      if (isOver) return
      clearTimeout(timer)
      try {
        resolve(await work())
      } catch (error) {
        reject(error)
      }
    }
    line.tail = line.tail.then(begin)
  })
}

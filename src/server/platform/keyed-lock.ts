import { busy } from './errors.ts'

/** What may wait for one key at a time, and how long one waits for its turn, ms. */
const MOST = 500
const PATIENCE = 10_000

interface Line {
  tail: Promise<unknown>
  length: number
}

const lines = new Map<string, Line>()

/**
 * Runs work on one key one after the other within this process. The store keeps the truth right without it;
 * it spares hot documents (a celebrity's post) the storm of write conflicts and retries.
 * Throws 503 when too many wait for the key, or when the turn does not come in time; the work is not done
 * then.
 * Keys leave the map with their last work (LIVE L17).
 */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { tail: Promise.resolve(), length: 0 }
  if (line.length >= MOST) throw busy()
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
 * Does the work once all before it are done. Who has waited for too long is answered at once, and their work
 * is left out.
 */
function inTurn<T>(line: Line, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      reject(busy())
    }, PATIENCE)
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

/** A table of the browser's database. */
interface Table {
  database: string
  table: string
}
export const KEPT_MESSAGES: Table = { database: 'royal-flush-messages', table: 'kept' }
export const PICKED_FILES: Table = { database: 'royal-flush-uploads', table: 'files' }

interface Wanted extends Table {
  has?: string
  lacks?: string
}

/**
 * Runs in the page: what its browser stores in a table, as JSON, once that has and lacks these words. Needs nothing of
 * this module.
 */
export const storedText = ({ database, table, has = '', lacks }: Wanted): Promise<string> =>
  new Promise((resolve) => {
    const look = () => {
      const opening = indexedDB.open(database)
      const found = (values: unknown[]) => {
        const stored = JSON.stringify(values)
        if (stored.includes(has) && (lacks === undefined || !stored.includes(lacks))) resolve(stored)
        else requestAnimationFrame(look)
      }
      // There is none, and none is made here.
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
      opening.addEventListener('error', () => found([]))
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction(table).objectStore(table).getAll()
        reading.addEventListener('success', () => found(reading.result))
        opening.result.close()
      })
    }
    look()
  })

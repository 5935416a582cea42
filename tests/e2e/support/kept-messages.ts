/**
 * Runs in the page: what its browser keeps of messages, as JSON, once that has these words. Needs nothing of this
 * module.
 */
export const keptMessages = (words: string): Promise<string> =>
  new Promise((resolve) => {
    const look = () => {
      const opening = indexedDB.open('royal-flush-messages')
      const found = (values: unknown[]) => {
        const kept = JSON.stringify(values)
        if (kept.includes(words)) resolve(kept)
        else requestAnimationFrame(look)
      }
      // There is none, and none is made here.
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
      opening.addEventListener('error', () => found([]))
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction('kept').objectStore('kept').getAll()
        reading.addEventListener('success', () => found(reading.result))
        opening.result.close()
      })
    }
    look()
  })

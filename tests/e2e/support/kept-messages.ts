/** Runs in the page: what its browser keeps of messages, as JSON. Needs nothing of this module. */
export const keptMessages = (): Promise<string> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('royal-flush-messages')
    const nothing = () => resolve('[]')
    // There is none, and none is made here.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    opening.addEventListener('error', nothing)
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('kept').objectStore('kept').getAll()
      reading.addEventListener('error', nothing)
      reading.addEventListener('success', () => resolve(JSON.stringify(reading.result)))
      opening.result.close()
    })
  })

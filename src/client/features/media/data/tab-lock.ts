/**
 * Locks a file for this tab until the tab is closed. False when another tab has the lock. A browser without
 * locks grants it to every tab.
 */
export function holdInThisTab(id: string): Promise<boolean> {
  const locks = (navigator as Partial<Navigator>).locks
  if (!locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    void locks.request(`royal-flush-upload-${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock ? new Promise<never>(() => {}) : undefined
    })
  })
}

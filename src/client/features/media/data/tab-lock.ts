/**
 * Holds a file for this tab as long as it lives; false when another tab has it. Where a browser has no locks,
 * it is everybody's.
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

/**
 * The outcome of `work`, or the error of `late` when it takes longer than `most` ms. The work itself goes on;
 * what it throws then is dropped.
 */
export async function inTime<T>(most: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), most)
  })
  try {
    return await Promise.race([work, patience])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The result of `work`, or the error of `late` after `most` ms. The work itself continues; its later errors
 * are ignored.
 */
export async function inTime<T>(most: number, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), most)
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

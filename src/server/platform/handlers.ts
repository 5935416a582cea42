/** Functions that other modules register, called by the module that keeps the list. */
export interface Handlers<Handler> extends Iterable<Handler> {
  /** Registers one. Returns the function that removes it. */
  add(handler: Handler): () => void
}

export function handlers<Handler>(): Handlers<Handler> {
  const registered = new Set<Handler>()
  return {
    add(handler) {
      registered.add(handler)
      return () => void registered.delete(handler)
    },
    [Symbol.iterator]: () => registered.values(),
  }
}

/**
 * The store cannot be opened. The message is one or two plain sentences for the person who runs the server:
 * what is wrong, what to do.
 */
export class StoreError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StoreError'
  }
}

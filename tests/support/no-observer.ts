/** Observes nothing: jsdom has no layout, and none of a browser's observers. */
export class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return []
  }
}

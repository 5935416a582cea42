/** What the embedded database needs of a logger. pino's fits; so does the console. */
export interface Log {
  info(sentence: string): void
  warn(sentence: string): void
  error(sentence: string): void
}

/** The logger that the embedded database needs. pino fits, and so does the console. */
export interface Log {
  info(sentence: string): void
  warn(sentence: string): void
  error(sentence: string): void
}

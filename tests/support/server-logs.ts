import { appendFileSync } from 'node:fs'

/** Lines of a server's output that the report of a failed test prints. */
const LAST_LINES = 20
/** Characters of a server's output that are kept. */
const MAX_LENGTH = 200_000

/** The output of a server process, in a file as well, for other processes of the run. */
class ServerLog {
  readonly #file: string
  #text = ''
  isOver = false

  constructor(file: string) {
    this.#file = file
  }

  /** The end of it. */
  text(): string {
    return this.#text
  }

  add(chunk: Buffer): void {
    this.#text = (this.#text + chunk.toString()).slice(-MAX_LENGTH)
    // What still comes afterwards has no folder any more.
    if (!this.isOver) appendFileSync(this.#file, chunk)
  }
}

declare global {
  var serverLogs: Map<string, ServerLog> | undefined
}

/**
 * Of the servers that this process started since the last call of `forgetLogs`, and of those that still run. Test files
 * that load the modules anew share them.
 */
const logs = (globalThis.serverLogs ??= new Map())

/** Begins the log of the server at `url`. */
export function openLog(url: string, file: string): ServerLog {
  const log = new ServerLog(file)
  logs.set(url, log)
  return log
}

/** The last lines of a server's output, after its address. */
export const lastLines = (url: string, text: string): string[] => [
  `The last lines of the server ${url}:`,
  ...text.trimEnd().split('\n').slice(-LAST_LINES),
]

/** For the report of a failed test: the last lines of each server that this process started. */
export const lastLinesOfAll = (): string[] => [...logs].flatMap(([url, log]) => lastLines(url, log.text()))

/** Called after each test. */
export function forgetLogs(): void {
  for (const [url, { isOver }] of logs) if (isOver) logs.delete(url)
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Reply } from '#tests/support/http-client.ts'

const PAUSE_MS = 30

/** A person that writes one thing after the other until it is stopped, whatever happens to the server. */
export abstract class Writer {
  /** Calls that got no answer, or one that says to try again. */
  retries = 0
  /** Answers with a fault of the server: 503 is none, it says to try again. */
  readonly refusals: string[] = []
  #isStopped = false
  readonly #restMs: number

  /** `restMs`: the pause between two writes. */
  constructor(restMs = PAUSE_MS) {
    this.#restMs = restMs
  }

  /** Writes until `stop`, and completes the last write. */
  async write(): Promise<void> {
    while (!this.#isStopped) {
      await this.writeNext()
      if (this.#restMs > 0) await pause(this.#restMs)
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  /** One write, until it is acknowledged. */
  protected abstract writeNext(): Promise<void>

  /** Asks again until the server answers, as the client does. A refusal is an error of the test. */
  protected answered<T>(call: () => Promise<Reply<T>>): Promise<T> {
    return answered(call, (reply) => {
      this.retries += 1
      this.note(reply)
    })
  }

  protected note(reply: Reply<unknown> | null): void {
    if (reply && reply.status >= 500 && reply.status !== 503)
      this.refusals.push(`${reply.status} ${reply.text}`)
  }
}

/** Asks again until the server answers. A refusal is an error of the test. */
export async function answered<T>(
  call: () => Promise<Reply<T>>,
  onRetry: (reply: Reply<T> | null) => unknown = () => null,
): Promise<T> {
  for (;;) {
    const reply = await call().catch(() => null)
    if (reply && reply.status < 300) return reply.body
    if (reply && reply.status < 500) throw new Error(`refused: ${reply.status} ${reply.text}`)
    onRetry(reply)
    await pause(PAUSE_MS)
  }
}

/** Starts all writers. Returns how to stop them; it resolves when each has completed its last write. */
export function startWriting(writers: readonly Writer[]): () => Promise<void> {
  const writing = writers.map((writer) => writer.write())
  return async () => {
    writers.forEach((writer) => writer.stop())
    await Promise.all(writing)
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { BatchInput, BatchView } from '#contract/batch.ts'
import type { WatchInput } from '#contract/events.ts'
import { backoff, refusalWait } from '#client/live/backoff.ts'
import { callOnce } from './http-load.ts'
import { openSocket, RefusedError, type LightSocket } from './sockets.ts'

/** What a page shows: what it watches, and what it reads at each resync. */
export interface Screen {
  watches: readonly WatchInput[]
  reads: readonly string[]
}

export interface Place {
  port: number
  cookie: string
  localAddress: string
}

/**
 * A page that stays open, without its screen: when its socket is lost it connects again by the client's own waits,
 * subscribes, and asks in one request for what it may have missed. What its document has brought has no ETags.
 */
export class StayingPage {
  readonly #place: Place
  readonly #screen: Screen
  readonly #onResynced: () => void
  readonly #onRefused: () => void
  #socket: LightSocket | undefined
  #isClosed = false

  constructor(place: Place, screen: Screen, on: { resynced(): void; refused(): void }) {
    this.#place = place
    this.#screen = screen
    this.#onResynced = on.resynced
    this.#onRefused = on.refused
  }

  /** Resolves when it is there for the first time; then it stays. */
  async open(): Promise<void> {
    const socket = await this.#connect()
    await this.#resync(0)
    void this.#stay(socket)
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.close()
  }

  async #stay(first: LightSocket): Promise<void> {
    for (let socket = first; ; socket = await this.#connectAgain()) {
      await socket.closed
      if (this.#isClosed) return
    }
  }

  async #connectAgain(): Promise<LightSocket> {
    for (let [attempt, wait] = [0, backoff(0)]; ; attempt += 1) {
      await pause(wait)
      try {
        const socket = await this.#connect()
        void this.#resync(socket.fetchInMs)
        return socket
      } catch (error) {
        this.#onRefused()
        const asked = error instanceof RefusedError ? error.retryAfterMs : undefined
        wait = asked === undefined ? backoff(attempt + 1) : refusalWait(asked)
      }
    }
  }

  async #connect(): Promise<LightSocket> {
    const { port, cookie, localAddress } = this.#place
    const socket = await openSocket({ port, cookie, localAddress }, 'ready')
    this.#socket = socket
    return socket
  }

  async #resync(wait: number): Promise<void> {
    await Promise.all(this.#screen.watches.map((watch) => this.#socket!.emit('watch', watch)))
    await pause(wait)
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#read()
        return this.#onResynced()
      } catch (error) {
        // A page that has lost its connection again reads after the next `ready`.
        if (this.#isClosed || attempt > 5) throw error
      }
      await pause(backoff(attempt))
    }
  }

  async #read(): Promise<void> {
    const { port, cookie, localAddress } = this.#place
    const { reads } = this.#screen
    const body: BatchInput = { reads: reads.map((path) => ({ path })) }
    const call = { method: 'POST', path: '/api/batch', body, cookie } as const
    const parts = await callOnce<BatchView>(port, call, localAddress)
    for (const [at, { status, message }] of parts.entries()) {
      if (status !== 200) throw new Error(`${reads[at]}: ${status} ${message}`)
    }
  }
}

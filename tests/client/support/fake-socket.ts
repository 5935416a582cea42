import { vi } from 'vitest'

type Listener = (...args: never[]) => void

/** Replaces socket.io-client: a test decides when it connects, disconnects, pushes and acknowledges. */
export function createFakeSocket() {
  const listeners = new Map<string, Listener[]>()
  const any: ((name: string, event: unknown) => void)[] = []
  const tell = (name: string, ...args: unknown[]) =>
    listeners.get(name)?.forEach((listener) => listener(...(args as never[])))
  const socket = {
    connected: false,
    on: (name: string, listener: Listener) =>
      void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    onAny: (listener: (name: string, event: unknown) => void) => void any.push(listener),
    connect: vi.fn(),
    disconnect: vi.fn(() => {
      const was = socket.connected
      socket.connected = false
      if (was) tell('disconnect', 'io client disconnect')
    }),
    timeout: () => socket,
    emitWithAck: vi.fn<(name: string, input: unknown) => Promise<unknown>>(async () => ({ ok: true })),
  }
  return {
    socket,
    /** The server has accepted it and joined its rooms. `fetchInMs`: when it is the page's turn to fetch. */
    ready(userId: string | null = null, fetchInMs = 0) {
      socket.connected = true
      any.forEach((listener) => listener('ready', { userId, now: new Date().toISOString(), fetchInMs }))
    },
    push: (name: string, event: unknown) => any.forEach((listener) => listener(name, event)),
    drop(reason = 'transport close') {
      socket.connected = false
      tell('disconnect', reason)
    },
    /** `retryAfterMs`: the server says when to come back, because the queue is full, or so many pages are open. */
    refuse(retryAfterMs?: number, crowded?: true) {
      socket.connected = false
      tell(
        'connect_error',
        Object.assign(new Error('refused'), retryAfterMs && { data: { retryAfterMs, crowded } }),
      )
    },
    /** The signals sent under a name, oldest first. */
    signals: (name: string) =>
      socket.emitWithAck.mock.calls.filter(([sent]) => sent === name).map(([, input]) => input),
  }
}

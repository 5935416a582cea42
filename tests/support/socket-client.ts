import { io, type Socket } from 'socket.io-client'
import type { Ack, ClientToServerEvents, ServerToClientEvents } from '#contract/events.ts'

type Name = keyof ServerToClientEvents
type Payload<N extends Name> = Parameters<ServerToClientEvents[N]>[0]

/** One push, as it was received. */
export type Heard = { [N in Name]: { name: N; payload: Payload<N> } }[Name]

export interface LiveOptions {
  /** The session; without one a visitor connects. */
  cookie?: string
  /** The default is the site itself. Null sends none, which no browser does. */
  origin?: string | null
  userAgent?: string
  headers?: Record<string, string>
}

/** A page's socket in a test. It keeps all pushes, in order. */
export interface LiveClient {
  readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>
  readonly heard: readonly Heard[]
  /** All pushes of one name so far. */
  all<N extends Name>(name: N): Payload<N>[]
  /** Waits for the first push of this name that fits and was not returned before. */
  next<N extends Name>(name: N, fits?: (payload: Payload<N>) => boolean, within?: number): Promise<Payload<N>>
  /** Sends an event and returns its acknowledgement. A test may send names that are not in the contract. */
  send(name: string, ...input: unknown[]): Promise<Ack>
  /** Resolves with the reason when the connection is gone. */
  readonly gone: Promise<string>
  close(): void
}

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
/** Shorter than a test may take, so that what did not come is named. */
const TIMEOUT_MS = 30_000

/** Connects and waits for `ready`. Rejects when the server refuses the connection. */
export async function connectLive({ url }: { url: string }, options: LiveOptions = {}): Promise<LiveClient> {
  const live = openLive({ url }, options)
  await Promise.race([live.next('ready'), refusal(live)])
  return live
}

/** As whom the server takes a page, each person once: after an outage, or when a file begins, `ready` comes again. */
export const takenFor = (live: LiveClient): (string | null)[] => [
  ...new Set(live.all('ready').map(({ userId }) => userId)),
]

/** Connects without waiting for `ready`. */
export function openLive(
  { url }: { url: string },
  { cookie, origin = url, userAgent = BROWSER, headers = {} }: LiveOptions = {},
): LiveClient {
  const extraHeaders = {
    'user-agent': userAgent,
    ...(cookie && { cookie }),
    ...(origin !== null && { origin }),
    ...headers,
  }
  const socket: LiveClient['socket'] = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders,
  })
  const heard: Heard[] = []
  const given = new Set<Heard>()
  const waiting = new Set<() => void>()
  socket.onAny((name: Name, payload: unknown) => {
    heard.push({ name, payload } as Heard)
    waiting.forEach((look) => look())
  })

  function take<N extends Name>(name: N, fits: (payload: Payload<N>) => boolean): Payload<N> | undefined {
    const found = heard.find((one) => one.name === name && !given.has(one) && fits(one.payload as Payload<N>))
    if (found) given.add(found)
    return found?.payload
  }

  return {
    socket,
    heard,
    all: (name) => heard.filter((one) => one.name === name).map((one) => one.payload as never),
    next: (name, fits = () => true, within = TIMEOUT_MS) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const payload = take(name, fits)
          if (payload === undefined) return false
          waiting.delete(look)
          clearTimeout(timer)
          resolve(payload)
          return true
        }
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(
            new Error(
              `No fitting ${name} within ${within} ms; heard: ${heard.map((one) => one.name).join(', ') || 'nothing'}`,
            ),
          )
        }, within)
        if (!look()) waiting.add(look)
      }),
    send: (name, ...input) => socket.timeout(TIMEOUT_MS).emitWithAck(name as 'watch', ...(input as [never])),
    gone: new Promise((resolve) => socket.once('disconnect', resolve)),
    close: () => void socket.disconnect(),
  }
}

const refusal = ({ socket, gone }: LiveClient): Promise<never> =>
  new Promise((_, reject) => {
    socket.once('connect_error', (error) => reject(error))
    void gone.then((reason) => reject(new Error(`Sent away: ${reason}`)))
  })

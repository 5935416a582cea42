import type { Ack, ClientEventInput, ClientEventName } from '#contract/events.ts'
import { CLIENT_EVENTS } from '#contract/events.ts'
import { MESSAGES } from '#contract/errors.ts'
import { asSessionAllows, hangsOnSession } from '#server/platform/admin-door.ts'
import { badRequest, HttpError, unauthorised } from '#server/platform/errors.ts'
import { isStoreOutage } from '#server/platform/mongo/store-outage.ts'
import { parse } from '#server/platform/http/validate.ts'
import { logger } from '#server/platform/logger.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { GatewayParts } from './parts.ts'
import type { LiveSocket } from './sockets.ts'

/**
 * What a handler gets: checked input, and who sends it at this moment. It refuses by throwing an HttpError.
 */
type Handler<N extends ClientEventName> = (
  socket: LiveSocket,
  input: ClientEventInput<N>,
  viewer: Viewer | null,
) => Promise<void> | void
export type ClientEventHandlers = { [N in ClientEventName]: Handler<N> }

interface Answering extends Pick<GatewayParts, 'loadViewer' | 'readSession'> {
  /** A socket's person has done something. */
  onAnswered(socket: LiveSocket, viewer: Viewer | null): void
}

/**
 * The one way in for what clients send (LIVE L12): known name, strict schema, who it is, then the handler.
 * Whatever goes wrong is an error acknowledgement; nothing that a client sends can end the process. How much
 * may be sent is counted before it comes here (guard/floods).
 */
export function answerClients(
  handlers: ClientEventHandlers,
  { loadViewer, readSession, onAnswered }: Answering,
): (socket: LiveSocket) => void {
  const known = new Map<unknown, { name: ClientEventName; handle: Handler<never> }>(
    (Object.keys(CLIENT_EVENTS) as ClientEventName[]).map((name) => [name, { name, handle: handlers[name] }]),
  )

  async function perform(socket: LiveSocket, event: unknown, args: readonly unknown[]): Promise<Ack> {
    const found = known.get(event)
    if (!found || args.length !== 1) throw badRequest()
    const input = parse(CLIENT_EVENTS[found.name], args[0]) as never
    const viewer = await sender(socket)
    await found.handle(socket, input, viewer)
    onAnswered(socket, viewer)
    return { ok: true }
  }

  async function sender({ data: { userId, sessionId } }: LiveSocket): Promise<Viewer | null> {
    const viewer = userId ? await loadViewer(userId) : null
    if (userId && !viewer) throw unauthorised()
    // A crown hangs on the session too, which may have got its second factor since the handshake.
    return viewer && sessionId && hangsOnSession(viewer)
      ? asSessionAllows(viewer, (await readSession(sessionId)) ?? {})
      : viewer
  }

  // One after the other, as they were sent: an `unwatch` must not overtake its `watch`.
  const tails = new WeakMap<LiveSocket, Promise<void>>()

  // One function for all sockets; `this` is the socket.
  function onEvent(this: LiveSocket, event: unknown, ...args: unknown[]): void {
    const acknowledge = typeof args.at(-1) === 'function' ? (args.pop() as (answer: Ack) => void) : null
    const turn = (tails.get(this) ?? DONE)
      .then(() => perform(this, event, args))
      .catch(refusal)
      .then((answer) => acknowledge?.(answer))
    tails.set(this, turn)
  }

  return (socket) => void socket.onAny(onEvent)
}

const DONE = Promise.resolve()

function refusal(error: unknown): Ack {
  if (error instanceof HttpError) return { ok: false, error: error.message }
  logger.error({ err: error }, 'a client event failed')
  return { ok: false, error: isStoreOutage(error) ? MESSAGES.busy : MESSAGES.broken }
}

import type { Ack, Granted, ClientEventInput, ClientEventName } from '#contract/events.ts'
import { CLIENT_EVENTS } from '#contract/events.ts'
import { MESSAGES } from '#contract/errors.ts'
import { asSessionAllows, hangsOnSession } from '#server/features/account/login/admin-door.policy.ts'
import { badRequest, HttpError, unauthorised } from '#server/platform/errors.ts'
import { isStoreOutage } from '#server/platform/mongo/store-outage.ts'
import { parse } from '#server/platform/http/validate.ts'
import { logger } from '#server/platform/logger.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { GatewayParts } from './parts.ts'
import type { LiveSocket } from './sockets.ts'

/** Gets validated input and the current viewer. May add to the answer. Throws an HttpError to refuse. */
type Handler<N extends ClientEventName> = (
  socket: LiveSocket,
  input: ClientEventInput<N>,
  viewer: Viewer | null,
) => Promise<void | Pick<Granted, 'quietMs'>> | void
export type ClientEventHandlers = { [N in ClientEventName]: Handler<N> }

interface Answering extends Pick<GatewayParts, 'loadViewer' | 'readSession'> {
  /** After each event that was handled. */
  onHandled(socket: LiveSocket, viewer: Viewer | null): void
}

/**
 * The only entrance for client events (LIVE L12): known name, strict schema, current viewer, then the handler.
 * Every error becomes an error acknowledgement; no client event can end the process. The rate is limited
 * before (engine.ts).
 */
export function answerClients(
  handlers: ClientEventHandlers,
  { loadViewer, readSession, onHandled }: Answering,
): (socket: LiveSocket) => void {
  const known = new Map<unknown, { name: ClientEventName; handle: Handler<never> }>(
    (Object.keys(CLIENT_EVENTS) as ClientEventName[]).map((name) => [name, { name, handle: handlers[name] }]),
  )

  async function perform(socket: LiveSocket, event: unknown, args: readonly unknown[]): Promise<Ack> {
    const found = known.get(event)
    if (!found || args.length !== 1) throw badRequest()
    const input = parse(CLIENT_EVENTS[found.name], args[0]) as never
    const viewer = await viewerOfSocket(socket)
    const added = await found.handle(socket, input, viewer)
    onHandled(socket, viewer)
    return { ok: true, ...added }
  }

  async function viewerOfSocket({ data: { userId, sessionId } }: LiveSocket): Promise<Viewer | null> {
    const viewer = userId ? await loadViewer(userId) : null
    if (userId && !viewer) throw unauthorised()
    // Admin rights depend on the session too, which may have got its second factor since the handshake.
    return viewer && sessionId && hangsOnSession(viewer)
      ? asSessionAllows(viewer, (await readSession(sessionId)) ?? {})
      : viewer
  }

  // One event after the other, as they were sent: an `unwatch` must not overtake its `watch`.
  const lastEvents = new WeakMap<LiveSocket, Promise<void>>()

  // One function for all sockets saves memory; `this` is the socket.
  function onEvent(this: LiveSocket, event: unknown, ...args: unknown[]): void {
    const acknowledge = typeof args.at(-1) === 'function' ? (args.pop() as (answer: Ack) => void) : null
    const turn = (lastEvents.get(this) ?? DONE)
      .then(() => perform(this, event, args))
      .catch(errorAck)
      .then((answer) => acknowledge?.(answer))
    lastEvents.set(this, turn)
  }

  return (socket) => void socket.onAny(onEvent)
}

const DONE = Promise.resolve()

function errorAck(error: unknown): Ack {
  if (error instanceof HttpError) return { ok: false, error: error.message }
  logger.error({ err: error }, 'a client event failed')
  return { ok: false, error: isStoreOutage(error) ? MESSAGES.busy : MESSAGES.broken }
}

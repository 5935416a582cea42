import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { SessionData } from 'express-session'
import { networkOf } from '#server/platform/address.ts'
import { asSessionAllows } from '#server/platform/admin-door.ts'
import { sessionIsCurrent } from '#server/platform/session.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { addressOf } from './guard/addresses.ts'
import type { GatewayParts } from './parts.ts'
import type { LiveSocket, SocketData } from './sockets.ts'

/**
 * Who connects. The session is read when the socket asks to be let in, not with the upgrade before it: a
 * foreign page costs the store nothing, and a slow handshake is no way to come in with a session that has
 * ended meanwhile.
 */
export async function identify(socket: LiveSocket, parts: GatewayParts): Promise<SocketData> {
  const req = socket.request as Request
  await readSession(req, parts.sessions)
  const viewer = await viewerOf(req.session, parts)
  const userId = viewer?.id ?? null
  const address = addressOf(req)
  const visitor = parts.analytics.describeVisitor({
    address,
    userAgent: req.headers['user-agent'] ?? '',
    userId,
  })
  return {
    userId,
    sessionId: viewer && req.sessionID,
    epoch: viewer?.sessionEpoch ?? 0,
    visitor,
    network: networkOf(address),
    seenAt: 0,
    watchedPosts: 0,
  }
}

/** Whom a session speaks for at this moment; null when it is over, or nobody's. */
export async function viewerOf(
  session: SessionData | null,
  { loadViewer }: Pick<GatewayParts, 'loadViewer'>,
): Promise<Viewer | null> {
  const userId = session?.passport?.user
  const viewer = userId ? await loadViewer(userId) : null
  return viewer && session && sessionIsCurrent(session, viewer) ? asSessionAllows(viewer, session) : null
}

function readSession(req: Request, sessions: RequestHandler): Promise<void> {
  const res = new ServerResponse(req) as unknown as Parameters<RequestHandler>[1]
  return new Promise((resolve, reject) => {
    void sessions(req, res, (error?: unknown) => (error ? reject(error) : resolve()))
  })
}

const NO_HANDSHAKE = Object.freeze({})

/** Engine.IO's answers to the upgrades of open connections. */
const upgrades = new WeakMap<IncomingMessage, { req: IncomingMessage | null }>()

/** Notes the answer, which outlives its request: see forgetRequest. */
export const rememberUpgrade = (
  req: IncomingMessage,
  res: { req: IncomingMessage | null },
  next: () => void,
): void => {
  upgrades.set(req, res)
  next()
}

/**
 * Lets the request go, and all that hangs on it: a third of what a socket weighs (PERFORMANCE). The answer to
 * the upgrade waits for the connection's end and would keep it as well.
 */
export function forgetRequest(socket: LiveSocket): void {
  const upgrade = upgrades.get(socket.request)
  if (upgrade) upgrade.req = null
  Object.assign(socket.conn, { request: null })
  Object.assign(socket, { handshake: NO_HANDSHAKE })
}

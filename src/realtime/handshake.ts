import { ServerResponse } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { SessionData } from 'express-session'
import { networkOf } from '#server/platform/address.ts'
import { clientAddressOf } from '#server/platform/http/connections.ts'
import { asSessionAllows } from '#server/features/account/login/admin-door.policy.ts'
import { sessionIsCurrent } from '#server/platform/session.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { GatewayParts } from './parts.ts'
import type { LiveSocket, SocketData } from './sockets.ts'

/**
 * Reads the session of a socket that connects. This happens in Socket.IO's handshake, not in the upgrade
 * before it: a foreign page costs no read of the store, and a slow handshake cannot use a session that ended
 * meanwhile.
 */
export async function identify(socket: LiveSocket, parts: GatewayParts): Promise<SocketData> {
  const req = socket.request as Request
  await readSession(req, parts.sessions)
  const viewer = await viewerOf(req.session, parts)
  const userId = viewer?.id ?? null
  const address = clientAddressOf(req)
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

/** The viewer of a session; null when the session ended or belongs to a visitor. */
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

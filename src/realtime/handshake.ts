import { ServerResponse } from 'node:http'
import type { Request, RequestHandler } from 'express'
import { sessionIsCurrent } from '#server/platform/session.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { LiveSocket, SocketData } from './sockets.ts'

declare module 'express-session' {
  interface SessionData {
    /** passport's note of who is signed in. */
    passport?: { user?: string }
  }
}

export interface Handshake {
  sessions: RequestHandler
  /** Null when there is no such account (any more). */
  loadViewer(id: string): Promise<Viewer | null>
}

/** Who connects: read anew from session and store each time, so that nobody comes back who may not (SECURITY, Socket). */
export async function identify(socket: LiveSocket, { sessions, loadViewer }: Handshake): Promise<SocketData> {
  const req = socket.request as Request
  await readSession(req, sessions)
  const userId = req.session.passport?.user
  const viewer = userId ? await loadViewer(userId) : null
  if (!viewer || !sessionIsCurrent(req.session, viewer)) return { userId: null, sessionId: null }
  return { userId: viewer.id, sessionId: req.sessionID }
}

const readSession = (req: Request, sessions: RequestHandler): Promise<void> =>
  new Promise((resolve, reject) => {
    const res = new ServerResponse(req) as unknown as Parameters<RequestHandler>[1]
    void sessions(req, res, (error?: unknown) => (error ? reject(error instanceof Error ? error : new Error(String(error))) : resolve()))
  })

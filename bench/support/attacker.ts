import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { UploadView } from '#contract/media.ts'

/** What one person can do with one account and a small machine, in a process that is not the measuring one. */
export type AttackName =
  | 'profile pictures'
  | 'animated pictures'
  | 'videos'
  | 'slow pages'
  | 'deep pages'
  | 'silent names'
  | 'unread answers'
  | 'log-ins'
  | 'unknown calls'

/** A file that is sent again and again. */
export interface SentFile {
  name: string
  type: string
  /** In base64. */
  bytes: string
}

/** The message that begins an attack; 'stop' ends it. */
export interface AttackOrder {
  attack: AttackName
  port: number
  cookie: string
  /** The number of the network (/48) that it comes from. */
  network: number
  /** What the attacks with files send. */
  file?: SentFile
}

/** Calls under way at once. */
const AT_ONCE = 16
const UNREAD = 300
/** A cheap client has no bandwidth for files that are refused. */
const REFUSED_FILE_MS = 1_000

const state = { isOver: false }
const sockets: Socket[] = []
let order: AttackOrder

process.on('message', (message: AttackOrder | 'stop') => {
  if (message === 'stop') return void stop()
  order = message
  void ATTACKS[order.attack](order.file!)
})

// The bench has ended, or has heard that the attack is over.
process.on('disconnect', () => process.exit())

/** Takes back what waits, so that the server is idle again. */
async function stop(): Promise<void> {
  state.isOver = true
  sockets.forEach((socket) => socket.destroy())
  if (order.file) {
    const uploads = (await (await call('/api/media/uploads')).json()) as UploadView[]
    for (const { id } of uploads) await call(`/api/media/${id}`, { method: 'DELETE' })
  }
  process.disconnect?.()
}

const call = (path: string, init: RequestInit = {}): Promise<Response> => {
  const headers = new Headers(init.headers)
  headers.set('cookie', order.cookie)
  headers.set('x-forwarded-for', nextNetwork())
  return fetch(`http://127.0.0.1:${order.port}${path}`, { ...init, headers })
}

const send = (path: string, method: string, body: object) =>
  call(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

let many = 0
const link = (addressOf: (at: number) => string) =>
  repeat(() => send('/api/link-cards', 'POST', { url: addressOf((many += 1)) }))

const ATTACKS: Record<AttackName, (file: SentFile) => Promise<unknown>> = {
  'profile pictures': ({ type, bytes }) =>
    repeat(() => send('/api/users/me', 'PATCH', { avatarUrl: `data:${type};base64,${bytes}` })),
  'animated pictures': upload,
  videos: upload,
  'slow pages': () => link((at) => `http://site.test/page?hold=never&${at}`),
  'deep pages': () => link((at) => `http://site.test/deep?${at}`),
  'silent names': () => link((at) => `http://name-${at}.example/`),
  'unread answers': leaveUnread,
  'log-ins': () =>
    repeat(() =>
      send('/api/auth/login', 'POST', { email: `a${(many += 1)}@x.test`, password: 'a-wrong-one' }),
    ),
  'unknown calls': () => repeat(() => call('/api/unknown')),
}

function upload({ name, type, bytes }: SentFile): Promise<unknown> {
  const file = new Blob([Buffer.from(bytes, 'base64')], { type })
  return repeat(() => {
    const body = new FormData()
    body.set('file', file, name)
    return call('/api/media/upload?purpose=post', { method: 'POST', body })
  }, REFUSED_FILE_MS)
}

let networks = 0
/** Another /64 of one /48. */
const nextNetwork = () => `2001:db8:${order.network}:${((networks += 1) % 0xffff).toString(16)}::1`

/** Refusals are part of what is measured. `pauseMs`: after each of them. */
const repeat = (act: () => Promise<Response>, pauseMs = 100): Promise<unknown> =>
  Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (!state.isOver) {
        const answer = await act().catch(() => null)
        await answer?.arrayBuffer().catch(() => null)
        if (!answer?.ok) await pause(pauseMs)
      }
    }),
  )

/** Connections that ask for the feed and read nothing. */
async function leaveUnread(): Promise<void> {
  const asked = `GET /api/posts HTTP/1.1\r\nHost: 127.0.0.1:${order.port}\r\n\r\n`
  for (let at = 0; at < UNREAD; at += 1) {
    const socket = connect(order.port, '127.0.0.1')
    sockets.push(socket.pause().on('error', () => undefined))
    await once(socket, 'connect')
    socket.write(asked)
  }
}

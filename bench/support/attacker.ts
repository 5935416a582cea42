import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What one person can do with one account and a small machine, in a process that is not the measuring one. */
export type AttackName = 'pictures' | 'slow pages' | 'deep pages' | 'unread answers' | 'log-ins'

/** The message that begins an attack; 'stop' ends it. */
export interface AttackOrder {
  attack: AttackName
  port: number
  cookie: string
  /** The profile picture that is sent, as a data address. */
  picture: string
}

/** Calls under way at once. */
const AT_ONCE = 16
const UNREAD = 300

const state = { isOver: false }
const sockets: Socket[] = []

process.on('message', (order: AttackOrder | 'stop') => {
  if (order === 'stop') {
    state.isOver = true
    sockets.forEach((socket) => socket.destroy())
    process.disconnect?.()
    return
  }
  void attack(order)
})

async function attack({ attack: name, port, cookie, picture }: AttackOrder): Promise<void> {
  const call = async (path: string, method: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json', 'x-forwarded-for': nextNetwork() },
      body: JSON.stringify(body),
    })
    await answer.arrayBuffer()
    if (!answer.ok) await pause(100)
  }
  const link = (kind: string) =>
    repeat(() => call('/api/link-cards', 'POST', { url: `http://site.test/${kind}&${(links += 1)}` }))
  const attacks: Record<AttackName, () => Promise<unknown>> = {
    pictures: () => repeat(() => call('/api/users/me', 'PATCH', { avatarUrl: picture })),
    'slow pages': () => link('page?hold=never'),
    'deep pages': () => link('deep?'),
    'unread answers': () => leaveUnread(port),
    'log-ins': () =>
      repeat(() => call('/api/auth/login', 'POST', { email: `a${links++}@x.test`, password: 'a-wrong-one' })),
  }
  await attacks[name]()
}

let links = 0
let networks = 0
/** Another /64 of one /48. */
const nextNetwork = () => `2001:db8:1:${((networks += 1) % 0xffff).toString(16)}::1`

/** Refusals are part of what is measured. */
const repeat = (call: () => Promise<unknown>): Promise<unknown> =>
  Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (!state.isOver) await call().catch(() => pause(100))
    }),
  )

/** Connections that ask for the feed and read nothing. */
async function leaveUnread(port: number): Promise<void> {
  const asked = `GET /api/posts HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`
  for (let at = 0; at < UNREAD; at += 1) {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket.pause().on('error', () => undefined))
    await once(socket, 'connect')
    socket.write(asked)
  }
}

import type { SessionView } from '#contract/users.ts'
import { grantAdmin } from '#tests/e2e/support/grant-admin.ts'
import { PASSWORD, visitor, type Caller } from '#tests/support/http-client.ts'
import type { Dice } from '#tests/support/seeded.ts'
import { openLive, type LiveClient } from '#tests/support/socket-client.ts'
import { pick } from './values.ts'

/** Somebody in whose name inputs are sent. */
export interface Sender {
  readonly role: 'visitor' | 'person' | 'admin'
  cookie: string
}

/** Who sends, and what they have met. */
export interface Crew {
  pick(dice: Dice): Sender
  /** A socket of one of them; a new one when the last was cut off. */
  socket(dice: Dice): Promise<LiveClient>
  /** Gives a sender whose session ended another account. */
  replace(sender: Sender): Promise<void>
  /** Ids, handles and slugs out of answers: inputs that lead somewhere. Bounded. */
  readonly seen: readonly string[]
  learn(body: string): void
  /** How many errors the server has logged: the monitor counts each of them. */
  loggedErrors(): Promise<number>
  close(): Promise<void>
}

const MOST_SEEN = 400
const NAMES = /"(?:id|slug|handle|targetId|postId|filename|cursor)":"([^"\\]{1,200})"/g
const ROLES = ['visitor', 'person', 'person', 'person', 'admin'] as const

/** Opens accounts for all of them. One more admin stays out of it, watches the log and makes others admins. */
export async function openCrew(url: string, dataDir: string): Promise<Crew> {
  const root = await register(url, 'root')
  await grantAdmin(root.handle, dataDir)
  const secret = new Set([root.id, root.handle])
  const seen: string[] = []
  const senders: Sender[] = ROLES.map((role) => ({ role, cookie: '' }))
  const sockets = new Map<Sender, LiveClient>()
  const renewals = new Map<Sender, Promise<void>>()
  let count = 0

  async function renew(sender: Sender): Promise<void> {
    if (sender.role === 'visitor') return void (sender.cookie = '')
    const { caller, id, handle } = await register(url, `fuzz${(count += 1)}`)
    if (sender.role === 'admin') await promote(root.caller, id)
    sender.cookie = caller.cookie()
    seen.push(id, handle)
  }
  const replace = (sender: Sender): Promise<void> => {
    const renewal = renewals.get(sender) ?? renew(sender).finally(() => renewals.delete(sender))
    renewals.set(sender, renewal)
    return renewal
  }
  for (const sender of senders) await replace(sender)

  return {
    pick: (dice) => pick(dice, senders),
    replace,
    seen,
    learn(body) {
      for (const [, name] of body.matchAll(NAMES)) {
        if (secret.has(name!)) continue
        if (seen.length >= MOST_SEEN) seen.shift()
        seen.push(name!)
      }
    },
    async socket(dice) {
      const sender = pick(dice, senders)
      const open = sockets.get(sender)
      if (open?.socket.connected) return open
      open?.close()
      const live = openLive({ url }, sender.cookie ? { cookie: sender.cookie } : {})
      await Promise.race([live.next('ready'), new Promise((resolve) => live.socket.once('connect_error', resolve))])
      sockets.set(sender, live)
      return live
    },
    loggedErrors: async () => {
      const { body, text } = await root.caller.get<{ totalErrors: number; recentErrors: unknown[] }>('/ai-monitor/status')
      if (body?.totalErrors !== 0) console.error(`The monitor has: ${JSON.stringify(body?.recentErrors ?? text).slice(0, 4_000)}`)
      return body?.totalErrors ?? NaN
    },
    close: async () => {
      for (const live of sockets.values()) live.close()
      await Promise.all(renewals.values())
    },
  }
}

async function register(url: string, handle: string): Promise<{ caller: Caller; id: string; handle: string }> {
  const caller = visitor({ url })
  const { status, text, body } = await caller.post<SessionView>('/auth/register', { email: `${handle}@crew.example`, handle, displayName: handle, password: PASSWORD })
  if (status !== 201) throw new Error(`${handle} could not register: ${status} ${text}`)
  return { caller, id: body.user.id, handle }
}

async function promote(root: Caller, id: string): Promise<void> {
  const { status, text } = await root.patch(`/admin/users/${id}/admin`, { isAdmin: true })
  if (status >= 300) throw new Error(`The admin could not be made: ${status} ${text}`)
}

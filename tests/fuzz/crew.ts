import type { SessionView } from '#contract/account.ts'
import { PASSWORD, visitor, type Caller } from '#tests/support/http-client.ts'
import { makeAdminIn } from '#tests/support/make-admin.ts'
import type { Dice } from '#tests/support/seeded.ts'
import { openLive, type LiveClient } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { pick } from './values.ts'

/** A person that sends inputs. */
export interface Sender {
  readonly role: 'visitor' | 'person' | 'admin'
  cookie: string
}

/**
 * Ids, handles and slugs from answers, so that inputs refer to existing things. By part of the API, each list
 * bounded.
 */
export type Seen = Map<string, string[]>

/** The part of the API a path belongs to: 'posts' of /api/posts/1. */
export const partOf = (path: string): string => path.split(/[/?]/)[2] ?? ''

const MAX_SEEN = 200
/** Registrations of one sender, each after the sign-up was opened. */
const MAX_ATTEMPTS = 5
const NAMES = /"(?:id|slug|handle|targetId|postId|filename|cursor)":"([^"\\]{1,200})"/g
const ROLES = ['visitor', 'person', 'person', 'person', 'admin'] as const

/**
 * Creates the accounts of all senders. One more admin sends nothing, reads the log and makes others admins.
 */
export async function openCrew(url: string, dataDir: string): Promise<Crew> {
  const watcher = await register(url, 'watcher')
  await makeAdminIn(dataDir, watcher.handle)
  await until(
    'the server knows its admin',
    async () => (await watcher.caller.get('/admin/stats')).status === 200,
  )
  const crew = new Crew(url, watcher)
  for (const sender of crew.senders) await crew.replace(sender)
  return crew
}

/** The senders, and the ids they have received. */
export class Crew {
  readonly senders: readonly Sender[] = ROLES.map((role) => ({ role, cookie: '' }))
  readonly seen: Seen = new Map()
  readonly #url: string
  readonly #watcher: Account
  readonly #sockets = new Map<Sender, LiveClient>()
  readonly #renewals = new Map<Sender, Promise<void>>()
  #count = 0

  constructor(url: string, watcher: Account) {
    this.#url = url
    this.#watcher = watcher
  }

  pick(dice: Dice): Sender {
    return pick(dice, this.senders)
  }

  /** Gives a sender whose session ended another account. */
  replace(sender: Sender): Promise<void> {
    const renewal =
      this.#renewals.get(sender) ?? this.#renew(sender).finally(() => this.#renewals.delete(sender))
    this.#renewals.set(sender, renewal)
    return renewal
  }

  async #renew(sender: Sender): Promise<void> {
    if (sender.role === 'visitor') return void (sender.cookie = '')
    const { caller, id, handle } = await this.#registerAnother()
    if (sender.role === 'admin') await promote(this.#watcher.caller, id)
    sender.cookie = caller.cookie()
    this.#keep('users', id)
    this.#keep('users', handle)
  }

  /** An input of an admin may have closed the sign-up, or does so at this moment. */
  async #registerAnother(): Promise<Account> {
    for (let attempt = 1; ; attempt += 1) {
      const opened = await this.#watcher.caller.put('/admin/sign-up', { mode: 'open' })
      if (opened.status !== 200) throw new Error(`The sign-up could not be opened: ${opened.status}`)
      try {
        return await register(this.#url, `fuzz${(this.#count += 1)}`)
      } catch (error) {
        if (attempt === MAX_ATTEMPTS) throw error
      }
    }
  }

  /** Keeps the ids, handles and slugs of an answer. */
  learn(path: string, body: string): void {
    for (const [, name] of body.matchAll(NAMES)) this.#keep(partOf(path), name!)
  }

  #keep(part: string, name: string): void {
    if (name === this.#watcher.id || name === this.#watcher.handle) return
    this.seen.set(part, [...(this.seen.get(part) ?? []), name].slice(-MAX_SEEN))
  }

  /** A socket of one of them; a new one when the last was closed. */
  async socket(dice: Dice): Promise<LiveClient> {
    const sender = this.pick(dice)
    const open = this.#sockets.get(sender)
    if (open?.socket.connected) return open
    open?.close()
    const live = openLive({ url: this.#url }, sender.cookie ? { cookie: sender.cookie } : {})
    // A sender without a valid session is refused, so its events are not answered.
    const ready = live.next('ready').catch(() => undefined)
    await Promise.race([
      ready,
      new Promise((resolve) => live.socket.once('connect_error', resolve)),
      live.gone,
    ])
    this.#sockets.set(sender, live)
    return live
  }

  /** How many errors the server has logged: the monitor counts each of them. */
  async loggedErrors(): Promise<number> {
    const { body, text } = await this.#watcher.caller.get<{ totalErrors: number; recentErrors: unknown[] }>(
      '/ai-monitor/status',
    )
    if (body?.totalErrors !== 0)
      console.error(`The monitor has: ${JSON.stringify(body?.recentErrors ?? text).slice(0, 4_000)}`)
    return body?.totalErrors ?? NaN
  }

  async close(): Promise<void> {
    for (const live of this.#sockets.values()) live.close()
    await Promise.all(this.#renewals.values())
  }
}

interface Account {
  readonly caller: Caller
  readonly id: string
  readonly handle: string
}

async function register(url: string, handle: string): Promise<Account> {
  const caller = visitor({ url })
  const { status, text, body } = await caller.post<SessionView>('/auth/register', {
    email: `${handle}@crew.example`,
    handle,
    displayName: handle,
    password: PASSWORD,
  })
  if (status !== 201) throw new Error(`${handle} could not register: ${status} ${text}`)
  return { caller, id: body.user.id, handle }
}

async function promote(root: Caller, id: string): Promise<void> {
  const { status, text } = await root.patch(`/admin/users/${id}/admin`, { isAdmin: true })
  if (status >= 300) throw new Error(`The admin could not be made: ${status} ${text}`)
}

import type { Request } from 'express'
import { createHmac, randomBytes } from 'node:crypto'
import { RegisterInput, type CurrentUserView } from '#contract/account.ts'
import type { UserDocument } from '#server/features/people/users/users.model.ts'
import type { SessionRow } from '#server/platform/session.ts'

/** The server of this process, to whose store accounts can be written (server.ts). */
export const ownSite = { url: '' }

interface Opened {
  readonly user: CurrentUserView
  /** 'name=value', as the answer sets them. */
  readonly cookies: readonly string[]
}

/** A client of the tests, as the server sees it. */
const CLIENT = { headers: { 'user-agent': 'node' }, ip: '127.0.0.1' } as unknown as Request

/**
 * An account with a session, as a registration leaves it, for tests that are about something else: four writes instead
 * of a call with a transaction. `open-account.test.ts` compares the two. Null when the handle or the address is in use.
 */
export async function openAccount(input: RegisterInput): Promise<Opened | null> {
  const { password, ...account } = RegisterInput.parse(input)
  const { oneAtATime } = await import('#server/platform/keyed-lock.ts')
  const { AccountClaimModel, claimsOf } =
    await import('#server/features/people/users/account-claims.model.ts')
  const { newUser } = await import('#server/features/people/users/accounts.service.ts')
  const { UserModel } = await import('#server/features/people/users/users.model.ts')
  return oneAtATime(`opens ${account.handle}`, async () => {
    const user = newUser({ ...account, passwordHash: await hashOf(password), unproven: true })
    const claims = claimsOf(user)
    const taken = { _id: { $in: claims.map(({ _id }) => _id as never) } }
    if (await AccountClaimModel.collection.findOne(taken)) return null
    Object.assign(user, { hasDevice: true, lastLoginAt: user.createdAt, lastSeenAt: user.createdAt })
    const [sessionId] = await Promise.all([
      insertSession(user),
      UserModel.collection.insertOne(user),
      AccountClaimModel.collection.insertMany(claims as never[]),
    ])
    return { user: await announced(user), cookies: await cookiesOf(user, sessionId) }
  })
}

const hashes = new Map<string, Promise<string>>()
/** Tests have few passwords: each is hashed once. */
async function hashOf(password: string): Promise<string> {
  const { hashPassword } = await import('#server/features/account/login/passwords.service.ts')
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

async function insertSession({ _id, createdAt, sessionEpoch }: UserDocument): Promise<string> {
  const { default: mongoose } = await import('mongoose')
  const { default: sessions } = await import('express-session')
  const { IDLE_MS, SESSION_COOKIE_ATTRIBUTES, SESSIONS } = await import('#server/platform/session.ts')
  const { describeDevice } = await import('#server/features/account/login/sessions.ts')
  const row: SessionRow = {
    _id: randomBytes(24).toString('base64url'),
    expires: new Date(createdAt.getTime() + IDLE_MS),
    lastModified: createdAt,
    session: {
      cookie: dataOf(Object.assign(new sessions.Cookie(), SESSION_COOKIE_ATTRIBUTES)),
      startedAt: createdAt.getTime(),
      epoch: sessionEpoch,
      device: describeDevice(CLIENT),
      name: randomBytes(16).toString('base64url'),
      passport: { user: _id.toHexString() },
    },
  }
  await mongoose.connection.collection<SessionRow>(SESSIONS).insertOne(row)
  return row._id
}

/** What is stored of a cookie. */
const dataOf = (cookie: object) => (cookie as { toJSON(): SessionRow['session']['cookie'] }).toJSON()

/** Tells the rest of the server, and answers as the call does. */
async function announced(user: UserDocument): Promise<CurrentUserView> {
  const { bus } = await import('#server/platform/bus.ts')
  const { presentCurrentUser, presentPerson } = await import('#server/features/people/users/users.present.ts')
  const { recordSecurityEvent } = await import('#server/platform/security-events.ts')
  bus.emit('person:updated', { person: presentPerson(user) })
  recordSecurityEvent({
    event: 'registration',
    outcome: 'done',
    userId: user._id.toHexString(),
    req: CLIENT,
  })
  return JSON.parse(JSON.stringify(presentCurrentUser(user))) as CurrentUserView
}

async function cookiesOf({ _id, sessionEpoch }: UserDocument, sessionId: string): Promise<string[]> {
  const { keysFor, sign } = await import('#server/platform/keys.ts')
  const signature = createHmac('sha256', keysFor('cookies')[0]!).update(sessionId).digest('base64')
  const sid = `s:${sessionId}.${signature.replace(/=+$/, '')}`
  const device = { id: randomBytes(16).toString('base64url'), accounts: [[_id.toHexString(), sessionEpoch]] }
  const content = Buffer.from(JSON.stringify(device)).toString('base64url')
  return [`sid=${encodeURIComponent(sid)}`, `device=${content}.${sign('devices', content)}`]
}

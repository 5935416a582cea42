import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { MongoClient, type Db } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SessionView } from '#contract/account.ts'
import type { OwnCaseView } from '#contract/moderation.ts'
import type { ProfileView } from '#contract/people.ts'
import { PASSWORD, person, visitor, type Caller } from '#tests/support/http-client.ts'
import { outbox } from '#tests/support/mail.ts'
import { plain, upload } from '#tests/support/media.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

// Each command is a process, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

/** A server with a database of its own, and the commands beside it. */
async function openSite(more: Record<string, string> = {}) {
  const MONGODB_URI = freshDatabase()
  const settings = { MONGODB_URI, SESSION_SECRET: 'of-these-commands', ...more }
  const client = await MongoClient.connect(MONGODB_URI)
  const server = await startServerProcess({
    ...settings,
    TRUST_PROXY: 'loopback',
    CONFIRM_ADDRESS: 'required',
  })
  const env = {
    ...process.env,
    ...settings,
    NODE_ENV: 'test',
    PASSWORD_COST: 'low',
    PUBLIC_URL: server.url,
    DATA_DIR: server.dataDir,
    UPLOADS_DIR: server.uploadsDir,
  }
  const run = async (script: string, ...args: string[]) =>
    (await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], { env })).stdout
  return {
    server,
    store: client.db(),
    run,
    async close() {
      await server[Symbol.asyncDispose]()
      await client.db().dropDatabase()
      await client.close()
    },
  }
}
type Site = Awaited<ReturnType<typeof openSite>>

let site: Site
let server: ServerProcess
let store: Db
beforeAll(async () => {
  site = await openSite()
  ;({ server, store } = site)
})
afterAll(() => site?.close())

const admin = (...args: string[]) => site.run('admin', ...args)
const refused = (...args: string[]) =>
  admin(...args).then(
    (stdout) => ({ code: 0, stderr: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  )

let networks = 0
/** From another network each time. */
const logIn = (email: string, password: string, caller: Caller = visitor(server)) => {
  networks += 1
  return caller.post<SessionView>(
    '/auth/login',
    { email, password },
    { 'x-forwarded-for': `198.51.100.${networks}` },
  )
}
const tokenIn = (said: string) => /token=([\w-]{43})/.exec(said)![1]!

/** An account made by the command, signed in. */
async function account(handle: string, at = site): Promise<Caller & { id: string; email: string }> {
  const email = `${handle}@people.example`
  const token = tokenIn(await at.run('admin', 'create', email, handle))
  const caller = visitor(at.server)
  expect((await caller.post('/auth/reset-password', { token, password: PASSWORD })).status).toBe(200)
  const { status, body } = await logIn(email, PASSWORD, caller)
  expect(status).toBe(200)
  return { ...caller, id: body.user.id, email }
}
const me = async (who: Caller) => (await who.get<SessionView>('/auth/me')).body.user
const audited = async () =>
  (await store.collection('audit_log').find().sort({ _id: 1 }).toArray()).map(({ action, after }) => [
    action as string,
    (after as { by?: string } | null)?.by,
  ])

describe('A command of `npm run admin`', () => {
  it('makes an account whose person sets the password by a link that works once; its address is confirmed', async () => {
    const ann = await account('cli_ann')
    expect(await me(ann)).toMatchObject({ handle: 'cli_ann', mustConfirm: false, hasPassword: true })
    expect(await refused('create', 'cli_ann@people.example', 'another')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('An account with that email already exists.'),
    })
    expect(await refused('create', 'x@people.example', 'a b')).toMatchObject({ code: 1 })
    expect(await refused('create', 'nonsense', 'cli_x')).toMatchObject({ code: 1 })

    const link = tokenIn(await admin('password-link', '@CLI_ann'))
    const chosen = { token: link, password: 'another-one-for-the-throne' }
    const change = () => visitor(server).post('/auth/reset-password', chosen)
    expect([(await change()).status, (await change()).status]).toEqual([200, 400])
    expect((await logIn(ann.email, 'another-one-for-the-throne')).status).toBe(200)
  })

  it('unlocks an account that too many failures have locked', async () => {
    // With a twentieth of the limits five failures are too many, not a hundred.
    const strict = await openSite({ RATE_LIMIT_FACTOR: '0.05' })
    onTestFinished(strict.close)
    const { email } = await account('cli_ben', strict)
    const tries = async (password: string) => (await logIn(email, password, visitor(strict.server))).status
    for (let failure = 0; failure < 5; failure += 1) expect(await tries('wrong-password')).toBe(401)
    expect(await tries(PASSWORD)).toBe(429)
    await strict.run('admin', 'unlock', 'cli_ben')
    const entry = { action: 'user.unlock', 'after.by': 'command line' }
    expect(await strict.store.collection('audit_log').countDocuments(entry)).toBe(1)
    const job = { kind: 'unlock' }
    await until(
      'a server has done it',
      async () => (await strict.store.collection('jobs').countDocuments(job)) === 0,
    )
    expect(await tries(PASSWORD)).toBe(200)
  })

  it('confirms an address, and sets another one, of which the one before is told', async () => {
    const cat = await person(server, 'cli_cat')
    expect((await me(cat)).mustConfirm).toBe(true)
    await admin('confirm', 'cli_cat')
    await until('it is confirmed', async () => !(await me(cat)).mustConfirm)
    await admin('set-address', 'cli_cat', 'Cat.New@people.example')
    await until('it is the new one', async () => (await me(cat)).email === 'cat.new@people.example')
    expect((await logIn('cat.new@people.example', PASSWORD)).status).toBe(200)
    await until('the old address is told', async () =>
      (await outbox(server.dataDir, 'cli_cat@people.example')).some(({ subject }) =>
        subject?.includes('was changed'),
      ),
    )
    expect(await refused('set-address', 'cli_cat', 'cli_ann@people.example')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('An account with that email already exists.'),
    })
  })

  it('suspends as the dashboard does, ends the suspension, and ends sessions', async () => {
    const dan = await account('cli_dan')
    const write = async () => (await dan.post('/posts', { text: 'Hello' })).status
    expect(await write()).toBe(201)
    expect(await admin('suspend', 'cli_dan', '3', '--reason', 'spam')).toMatch(/is suspended until 20\d\d-/)
    await until('they cannot write', async () => (await write()) === 403)
    const { body: cases } = await dan.get<OwnCaseView[]>('/users/me/decisions')
    expect(cases).toMatchObject([{ action: 'suspend', reason: 'spam', canAppeal: true }])
    expect(await refused('suspend', 'cli_dan', '0')).toMatchObject({ code: 1 })
    expect(await refused('suspend', 'cli_dan', '3', '--reason', 'taste')).toMatchObject({ code: 1 })
    await admin('unsuspend', 'cli_dan')
    await until('they can write', async () => (await write()) === 201)
    await admin('end-sessions', 'cli_dan')
    await until('the session has ended', async () => (await dan.get('/auth/me')).status === 401)
  })

  it('tells what files take, and deletes those without a record', async () => {
    const eve = await account('cli_eve')
    const picture = await plain(600, 400).png().toBuffer()
    await upload(server, eve, picture, { name: 'a.png', type: 'image/png', purpose: 'post' })
    await until('it is stored', async () => /^[1-9]\d* files, \d/.test(await admin('storage', 'cli_eve')))
    expect(await admin('storage')).toContain('@cli_eve: ')

    const token = 'ab'.repeat(16)
    const orphan = path.join(server.uploadsDir, 'ab', token)
    await mkdir(orphan, { recursive: true })
    await writeFile(path.join(orphan, 'full.webp'), 'x')
    expect(await admin('prune', '--dry-run')).toBe(
      `Would delete ${token}\n1 folders without a record. This was a dry run. Nothing was changed.\n`,
    )
    expect(existsSync(orphan)).toBe(true)
    expect(await admin('prune')).toContain(`Deletes ${token}\n`)
    expect(existsSync(orphan)).toBe(false)
    expect(await admin('storage', 'cli_eve')).toMatch(/^[1-9]\d* files/)
  })

  it('sends a test mail, and lists the mails that wait', async () => {
    await admin('test-mail', 'operator@people.example')
    expect((await outbox(server.dataDir, 'operator@people.example')).map(({ subject }) => subject)).toEqual([
      'A test of Royal Flush',
    ])
    expect(await refused('test-mail', 'nonsense')).toMatchObject({ code: 1 })
    const waits = { kind: 'mail:digest', state: 'waiting', dueAt: new Date(2100, 1), createdAt: new Date() }
    await store
      .collection('jobs')
      .insertOne({ ...waits, payload: { email: 'a@b.example' }, failures: 2, lastError: 'away' })
    const said = await admin('mails')
    expect(said).toMatch(/ {2}digest: waiting, since .*, tried 2 times \(away\), next try 2100-/)
    expect(said).not.toContain('@')
    await store.collection('jobs').deleteMany({ kind: 'mail:digest' })
  })

  it('removes the demo world and nobody else', async () => {
    const others = await store.collection('users').countDocuments()
    const demo = { email: 'fool@court.example', handle: 'cli_fool', displayName: 'Fool', password: PASSWORD }
    expect((await visitor(server).post('/auth/register', demo)).status).toBe(201)
    expect(await refused('remove-demo')).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') })
    expect(await admin('remove-demo', '--yes')).toContain('1 accounts of the demo world are deleted')
    expect(await store.collection('users').countDocuments()).toBe(others)
  })

  it('has an entry in the audit log for each change, from the command line', async () => {
    const entries = await audited()
    expect(entries.filter(([, by]) => by !== 'command line')).toEqual([])
    expect([...new Set(entries.map(([action]) => action))].toSorted()).toEqual([
      'house.demo',
      'house.prune',
      'user.address',
      'user.create',
      'user.logout',
      'user.password-link',
      'user.suspend',
      'user.unsuspend',
    ])
  })

  it('names a handle that nobody has', async () => {
    expect(await refused('unlock', 'nobody_here')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nobody here goes by @nobody_here.'),
    })
  })
})

describe('Admin rights', () => {
  it('are granted, listed and revoked, and a command that changes nothing says so', async () => {
    const ann = await person(server, 'cli_ann_two')
    const isAdmin = async () => (await ann.get<ProfileView>(`/users/${ann.handle}`)).body.isAdmin
    await person(server, 'cli_bob')
    expect(await admin('list')).toBe('Nobody is an admin yet.\n')
    expect(await admin('grant', ann.handle)).toBe('@cli_ann_two is now an admin.\n')
    expect(await admin('grant', '@CLI_ANN_TWO')).toBe('@cli_ann_two is an admin already.\n')
    expect(await admin('grant', 'cli_bob')).toBe('@cli_bob is now an admin.\n')
    expect(await admin('list')).toBe('@cli_ann_two (cli_ann_two)\n@cli_bob (cli_bob)\n')
    await until('the grant is noticed', isAdmin)
    expect(await admin('revoke', ann.handle)).toBe('@cli_ann_two is now no admin.\n')
    expect(await admin('revoke', ann.handle)).toBe('@cli_ann_two is no admin already.\n')
    await until('the revocation is noticed', async () => !(await isAdmin()))
  })
})

it('the second factor of a locked-out person is removed, once', async () => {
  await person(server, 'cli_cat_two')
  const { _id } = (await store.collection('users').findOne({ handle: 'cli_cat_two' }))!
  const passkeys = [{ id: 'x', credentialId: 'x' }]
  await store
    .collection('second_factors')
    .insertOne({ _id, totp: null, waiting: null, passkeys, recoveryCodes: [] })
  expect(await admin('reset-second-factor', 'cli_cat_two')).toBe(
    '@cli_cat_two logs in with the password alone again. Every session of theirs has ended, and a mail tells them.\n',
  )
  expect(await admin('reset-second-factor', '@CLI_cat_two')).toBe('@cli_cat_two has no second factor.\n')
})

it('a command uses the embedded database of a running server, and without a server the same data', async () => {
  const embedded = await startServerProcess()
  onTestFinished(() => embedded[Symbol.asyncDispose]())
  const king = await person(embedded, 'king')
  const env = { ...process.env, NODE_ENV: 'test', MONGODB_URI: '', DATA_DIR: embedded.dataDir }
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/admin.ts', ...words], { env })
  expect(await run('grant', 'king')).toMatchObject({
    stdout: '@king is now an admin.\n',
    stderr: expect.stringContaining('Database: the embedded one in'),
  })
  expect((await king.get<ProfileView>('/users/king')).body.isAdmin).toBe(true)
  await embedded.stop()
  expect((await run('list')).stdout).toBe('@king (king)\n')
})

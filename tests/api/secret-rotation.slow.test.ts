import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { SecondStepView, TotpSecretView } from '#contract/account.second-factor.ts'
import type { PushView } from '#contract/notifications.push.ts'
import { PASSWORD, person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { startInternet, type Internet } from '#tests/support/internet.ts'
import { openPushBrowser, type PushBrowser } from '#tests/support/push-service.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'
import { until } from '#tests/support/until.ts'

// These tests start processes again and again, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

const [OLD, NEW] = ['the-old-secret-of-this-test', 'the-new-secret-of-this-test']

let servers: TwoServers
let internet: Internet
let here: ServerProcess
let there: ServerProcess
beforeAll(async () => {
  internet = await startInternet()
  servers = await startTwoServers({ SESSION_SECRET: OLD, ...internet.settings })
  ;({ here, there } = servers)
})
afterAll(async () => {
  await Promise.all([here, there].map((server) => server?.[Symbol.asyncDispose]()))
  await servers?.close()
  await internet?.[Symbol.asyncDispose]()
})

/** Stops a process and starts one with these secrets in its place. */
async function restart(server: ServerProcess, secrets: string): Promise<ServerProcess> {
  await server[Symbol.asyncDispose]()
  return servers.startAnother({ SESSION_SECRET: secrets })
}

const command = async (script: string, args: string[], secrets: string) =>
  (
    await promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], {
      env: {
        ...process.env,
        MONGODB_URI: servers.storeUri,
        REDIS_URL: servers.redis.url,
        SESSION_SECRET: secrets,
      },
    })
  ).stdout

/** The same browser at the other process. */
function atOther(server: ServerProcess, caller: Caller): Caller {
  const other = visitor(server)
  other.setCookie(caller.cookie())
  return other
}

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function withApp(handle: string): Promise<{ who: Person; secret: string }> {
  const who = await person(here, handle)
  const { secret } = (await who.post<TotpSecretView>('/auth/totp')).body
  expect((await who.put('/auth/totp', { code: codeOf(secret, -1) })).status).toBe(200)
  return { who, secret }
}

async function signsIn(server: ServerProcess, email: string, secret: string): Promise<number> {
  const caller = visitor(server)
  const { status } = await caller.post<SecondStepView>('/auth/login', { email, password: PASSWORD })
  expect(status).toBe(202)
  return (await caller.post('/auth/login/second', { code: codeOf(secret) })).status
}

it('a rotation in the order of OPERATIONS signs nobody out, and `reseal` lets the old secret go', async () => {
  const [ann, bob] = [await withApp('rotation_ann'), await withApp('rotation_bob')]
  const phone: PushBrowser = openPushBrowser(internet)
  expect((await bob.who.put('/notifications/push/device', phone.subscription)).status).toBe(200)

  let number = 0
  /** Sessions begun at either process are valid at both. */
  const bothTakeAll = async () => {
    number += 1
    const begun: Caller[] = [
      await person(here, `rotation_here_${number}`),
      await person(there, `rotation_there_${number}`),
      atOther(here, bob.who),
    ]
    for (const caller of begun)
      for (const server of [here, there])
        expect((await atOther(server, caller).get('/auth/me')).status, `step ${number}`).toBe(200)
  }
  for (const secrets of [`${OLD},${NEW}`, `${NEW},${OLD}`]) {
    here = await restart(here, secrets)
    await bothTakeAll()
    there = await restart(there, secrets)
    await bothTakeAll()
  }
  // In portions: what an interrupted run has done is not done again.
  expect(await command('reseal', [], `${NEW},${OLD}`)).toContain(
    'secrets of authenticator apps: 2, encrypted again 2.',
  )
  expect(await command('reseal', [], NEW)).toMatch(
    /secrets of authenticator apps: 2, encrypted again 0\.\n(.*\n)*The newest SESSION_SECRET decrypts everything/,
  )
  here = await restart(here, NEW)
  there = await restart(there, NEW)
  expect(await signsIn(here, ann.who.email, ann.secret)).toBe(200)
  expect(await signsIn(there, bob.who.email, bob.secret)).toBe(200)

  const fan = await person(here, 'rotation_fan')
  await fan.post(`/users/${bob.who.id}/follow`)
  expect((await phone.nth(1)).payload.title).toBe('rotation_fan started following you')
})

it('`reseal` names what no secret decrypts, and fails', async () => {
  await withApp('rotation_lost')
  await expect(command('reseal', [], 'an-unknown-secret-of-this-test')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /apps: \d, encrypted again 0, \d cannot be decrypted with any SESSION_SECRET/,
    ),
  })
})

it('after new keys of web push only devices that have subscribed again get pushes, signed by them', async () => {
  const [cat, fan] = [await person(here, 'rotation_cat'), await person(there, 'rotation_fan_two')]
  const [stays, returns] = [openPushBrowser(internet), openPushBrowser(internet)]
  const other = await person(there, 'rotation_cat')
  expect((await cat.put('/notifications/push/device', stays.subscription)).status).toBe(200)
  expect((await other.put('/notifications/push/device', returns.subscription)).status).toBe(200)
  const key = async () => (await other.get<PushView>('/notifications/push')).body.publicKey
  const before = await key()
  await fan.post(`/users/${cat.id}/follow`)
  expect((await returns.nth(1)).signedBy).toBe(before)
  await stays.nth(1)

  expect(await command('admin', ['new-push-keys'], NEW)).toMatch(
    /^New keys of web push are made\. \d devices/,
  )
  const after = await key()
  expect(after).not.toBe(before)
  // The other device stays in the list: its browser subscribes again when the person comes.
  expect((await other.get<PushView>('/notifications/push')).body.devices).toHaveLength(2)
  const again = openPushBrowser(internet)
  expect((await other.put('/notifications/push/device', again.subscription)).status).toBe(200)
  const poke = async (count: number) => {
    await cat.post('/posts', { text: `Post ${count}` })
    const [{ id }] = (await cat.get<{ id: string }[]>(`/users/${cat.handle}/posts`)).body as [{ id: string }]
    await fan.post(`/posts/${id}/comments`, { text: 'Look' })
  }
  await until('a push is signed by the new key', async () => {
    await poke(again.received.length)
    return again.received.at(-1)?.signedBy === after
  })
  expect(stays.asked()).toBe(1)
})

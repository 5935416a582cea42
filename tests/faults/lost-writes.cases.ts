import { Secret, TOTP } from 'otpauth'
import type { SecondFactorChangeView, TotpSecretView } from '#contract/account.second-factor.ts'
import type { UploadUrlView } from '#contract/media.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import { done } from '#tests/support/full-account.ts'
import { PASSWORD, person, visitor, type Person, type Reply } from '#tests/support/http-client.ts'
import { nthMail, tokenIn } from '#tests/support/mail.ts'
import { noise, replyOf, upload } from '#tests/support/media.ts'
import { errorGroup, fresh, newcomer, post, sent, type World } from '../api/matrix/world.ts'

export type Call = () => Promise<Pick<Reply<unknown>, 'status'>>
/** Makes what the call is about. Returns the call. */
type Prepare = (world: World) => Promise<Call>

const picture = () => noise(40, 30).jpeg().toBuffer()
const outbox = () => process.env['DATA_DIR']!

async function link(who: Person) {
  const bytes = await picture()
  const input = { fileExtension: 'jpg', purpose: 'post' }
  const { id, uploadURL } = await done(who.post<UploadUrlView>('/media/upload-url', input))
  return { id, uploadURL, bytes }
}
const put = async ({ server }: World, who: Person, { uploadURL, bytes }: Awaited<ReturnType<typeof link>>) =>
  replyOf(
    await fetch(`${server.url}${uploadURL}`, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'image/jpeg', cookie: who.cookie() },
    }),
  )

async function withApp(world: World) {
  const who = await newcomer(world)
  const { secret } = await done(who.post<TotpSecretView>('/auth/totp'))
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  return { who, confirm: () => who.put<SecondFactorChangeView>('/auth/totp', { code }) }
}

/** Somebody who asked for another address, and the token that was sent to it. */
async function moving(world: World) {
  const who = await newcomer(world)
  const email = `${fresh('moved')}@people.example`
  await done(who.put('/auth/email', { email, currentPassword: PASSWORD }))
  return { who, token: tokenIn(await nthMail(outbox(), email)) }
}

/** Somebody with a new passkey, on a page by its name: passkeys do not work for IP addresses. */
async function withPasskey({ server }: World) {
  const site = { url: server.url.replace('127.0.0.1', 'localhost') }
  const [who, device] = [await person(site, fresh('passkey')), authenticator(site.url)]
  const options = await done(who.post<{ challenge: string }>('/auth/passkeys/options'))
  const input = { name: 'My phone', passkey: device.make(options) }
  return { site, device, who, add: () => who.post<SecondFactorChangeView>('/auth/passkeys', input) }
}

/** Writes that the matrix of roles only sees refused, because they need more than a role. */
export const CASES: Record<string, Prepare> = {
  'PUT /posts/:postId/hidden': async (world) => {
    const { id } = await post(world)
    await done(world.owner.put(`/posts/${id}/plunger`, { hours: 24, strangersPaused: true }))
    return () => world.owner.put(`/posts/${id}/hidden`, { hidden: true })
  },
  'DELETE /posts/:postId/bookmark': async (world) => {
    const { id } = await post(world)
    await done(world.owner.put(`/posts/${id}/bookmark`))
    return () => world.owner.delete(`/posts/${id}/bookmark`)
  },
  'PUT /messages/:conversationId/disappearing': async (world) => {
    const { conversationId } = await sent(world)
    await done(world.admin.post('/messages', { receiverId: world.owner.id, content: 'Hm?' }))
    return () => world.owner.put(`/messages/${conversationId}/disappearing`, { after: '7d' })
  },
  'PUT /admin/sign-up': async ({ admin }) => {
    await done(admin.put('/admin/sign-up', { mode: 'closed' }))
    return () => admin.put('/admin/sign-up', { mode: 'open' })
  },
  'PUT /admin/announcement': ({ admin }) => {
    const text = `The water is off: ${fresh('floor')}.`
    return Promise.resolve(() => admin.put('/admin/announcement', { text }))
  },
  'DELETE /admin/announcement': async ({ admin }) => {
    await done(admin.put('/admin/announcement', { text: `The water is on: ${fresh('floor')}.` }))
    return () => admin.delete('/admin/announcement')
  },
  'POST /ai-monitor/errors/:id/resolve': async (world) => {
    const id = await errorGroup(world)
    await done(world.admin.post(`/ai-monitor/errors/${id}/reopen`))
    return () => world.admin.post(`/ai-monitor/errors/${id}/resolve`)
  },
  'POST /ai-monitor/errors/:id/reopen': async (world) => {
    const id = await errorGroup(world)
    await done(world.admin.post(`/ai-monitor/errors/${id}/resolve`))
    return () => world.admin.post(`/ai-monitor/errors/${id}/reopen`)
  },
  'POST /media/upload': async (world) => {
    const [who, bytes] = [await newcomer(world), await picture()]
    return () => upload(world.server, who, bytes)
  },
  'PUT /media/direct/:filename': async (world) => {
    const who = await newcomer(world)
    const announced = await link(who)
    return () => put(world, who, announced)
  },
  'POST /media/:id/complete': async (world) => {
    const who = await newcomer(world)
    const announced = await link(who)
    await put(world, who, announced)
    return () => who.post(`/media/${announced.id}/complete`)
  },
  'PUT /auth/totp': async (world) => (await withApp(world)).confirm,
  'DELETE /auth/totp': async (world) => {
    const { who, confirm } = await withApp(world)
    await done(confirm())
    return () => who.delete('/auth/totp')
  },
  'POST /auth/recovery-codes': async (world) => {
    const { who, confirm } = await withApp(world)
    await done(confirm())
    return () => who.post('/auth/recovery-codes')
  },
  'POST /auth/login/second': async (world) => {
    const { who, confirm } = await withApp(world)
    const { recoveryCodes } = await done(confirm())
    const halfway = visitor(world.server)
    await done(halfway.post('/auth/login', { email: who.email, password: PASSWORD }))
    return () => halfway.post('/auth/login/second', { code: recoveryCodes![0] })
  },
  'POST /auth/passkeys': async (world) => (await withPasskey(world)).add,
  'DELETE /auth/passkeys/:passkeyId': async (world) => {
    const { who, add } = await withPasskey(world)
    const { factors } = await done(add())
    return () => who.delete(`/auth/passkeys/${factors.passkeys[0]!.id}`)
  },
  'POST /auth/login/passkey': async (world) => {
    const { site, device, add } = await withPasskey(world)
    await done(add())
    const caller = visitor(site)
    const question = await done(caller.post<{ challenge: string }>('/auth/passkeys/challenge'))
    return () => caller.post('/auth/login/passkey', { passkey: device.sign(question) })
  },
  'POST /auth/reset-password': async (world) => {
    const { email } = await newcomer(world)
    await done(visitor(world.server).post('/auth/forgot-password', { email }))
    const token = tokenIn(await nthMail(outbox(), email))
    return () =>
      visitor(world.server).post('/auth/reset-password', { token, password: 'another-for-the-throne' })
  },
  'POST /auth/email/confirm': async (world) => {
    const { token } = await moving(world)
    return () => visitor(world.server).post('/auth/email/confirm', { token })
  },
  'PUT /notifications/digest': async (world) => {
    const { who, token } = await moving(world)
    await done(who.post('/auth/email/confirm', { token }))
    return () => who.put('/notifications/digest', { every: 'day' })
  },
  'POST /blog/mails/confirm': async (world) => {
    const email = `${fresh('reader')}@people.example`
    await done(visitor(world.server).post('/blog/mails/ask', { email }))
    const token = /blog-mail\?confirm=([\w-]+)/.exec((await nthMail(outbox(), email)).text ?? '')![1]
    return () => visitor(world.server).post('/blog/mails/confirm', { token })
  },
}

/** Writes without a case here, and why. */
export const ELSEWHERE: Record<string, string> = {
  'POST /auth/google/register': 'needs a log-in at Google; the account is made as by POST /auth/register',
  'POST /auth/puzzle/answer': 'only a right answer writes, into the session',
  'POST /blog/mails/end/:token': 'the end of a subscription, as by PUT /blog/mails',
  'POST /notifications/digest/end/:token': 'as PUT /notifications/digest',
  'POST /ai-monitor/alert-webhook/test': 'a call to the outside; it writes nothing',
}

/** Calls whose method is one of a write, and that write nothing, or only into the notes of the monitor. */
export const WRITES_NOTHING = new Set([
  'POST /auth/register/details',
  'POST /auth/email/confirm/again',
  'POST /auth/password',
  'POST /auth/puzzle',
  'POST /media/:id/complete',
  'POST /link-cards',
  'POST /batch',
  'POST /blog/preview',
  'POST /ai-monitor/browser-error',
])

export interface Repeated {
  /** What the repetition is answered. */
  readonly status?: number
  /** The beginnings of lines that an undisturbed call leaves besides. */
  readonly fewer?: readonly string[]
  /** The beginning of a line that it does not leave. */
  readonly more?: string
}

/**
 * Calls that find their own work done, or half of it. One is answered otherwise than an undisturbed call; none has its
 * effect twice. What is left of a broken upload is removed by its round.
 */
export const REPEATED: Record<string, Repeated> = {
  'POST /auth/login/passkey': { status: 400, fewer: ['+ security_log', '~ users'] },
  'POST /media/upload': { more: '+ media' },
  'POST /media/upload-url': { more: '+ media' },
  'PUT /media/direct/:filename': { status: 400, fewer: ['~ media', '+ files'], more: '~ media' },
  'DELETE /media/:id': { status: 404, fewer: ['- media', '- files'], more: '~ media' },
  'POST /reports': { status: 200 },
  'POST /blog/mails/confirm': { status: 400 },
}

/** What is left of calls that broke, when the round of uploads has removed what they left: without the fields. */
export const AFTER_ROUND: Record<string, readonly string[]> = {
  // Of the repetition, which succeeded.
  'POST /media/upload': ['+ files', '+ media'],
  // Neither link was used.
  'POST /media/upload-url': [],
  // The person sends the file again, by a new link.
  'PUT /media/direct/:filename': ['- media'],
  'DELETE /media/:id': ['- files', '- media'],
}

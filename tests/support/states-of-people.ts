import { mongo } from 'mongoose'
import { Secret, TOTP } from 'otpauth'
import type { TotpSecretView } from '#contract/account.second-factor.ts'
import type { ReportReceipt } from '#contract/moderation.ts'
import { done } from './full-account.ts'
import { PASSWORD, visitor } from './http-client.ts'
import { waitingJob } from './insert-rows.ts'
import { mp4, upload } from './media.ts'
import { aSubscription } from './push-service.ts'
import { befriend, picture, remark, remove, rows, say, type State, write } from './state-tools.ts'

/** States of an account, its relations, and what others and admins did to it. */
export const ACCOUNTS: Record<string, State> = {
  'uploads that nothing shows, that never arrived, and that wait to be processed': async (cast) => {
    const { site, leaver, mark } = cast
    await picture(cast, leaver, 'post')
    await done(leaver.post('/media/upload-url', { fileExtension: 'png', purpose: 'post' }))
    await upload(site, leaver, await mp4(1), { name: `${mark}.mp4`, type: 'video/mp4' })
    // A video that waits where no process has ffmpeg.
    const payload = { mediaId: new mongo.ObjectId().toHexString(), ownerId: leaver.id }
    await rows('jobs').insertOne({ ...waitingJob(), kind: 'video', key: payload.mediaId, payload })
  },
  'a log-in that waits for its second factor': async ({ site, leaver }) => {
    const { secret } = await done(leaver.post<TotpSecretView>('/auth/totp'))
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await done(leaver.put('/auth/totp', { code }))
    const half = await visitor(site).post('/auth/login', { email: leaver.email, password: PASSWORD })
    if (half.status !== 202) throw new Error(`${half.status} ${half.text}`)
    await visitor(site).post('/auth/login', { email: leaver.email, password: 'wrong' })
  },
  'a new address that waits, and mails in the queue': async ({ leaver }) => {
    const address = `next.${leaver.email}`
    await done(leaver.put('/auth/email', { email: address, currentPassword: PASSWORD }))
    // As after a change of the address: the mail to the former one has no id of the person.
    const former = `former.${leaver.email.replace('leaver', 'left')}`
    const payload = { email: former, handle: leaver.handle }
    await rows('jobs').insertOne({ ...waitingJob(), kind: 'mail:email-changed', payload })
    return [address, former]
  },
  'decisions, reports and an invitation of an admin': async ({ leaver, bob, cat, king }) => {
    const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
    await setAdmin(leaver.id, true)
    const decided = await remove(leaver, cat, 'post', (await write(bob, 'Spam')).id)
    await done(bob.post(`/moderation/cases/${decided.id}/appeal`, { text: 'No' }))
    const other = await remove(king, cat, 'post', (await write(bob, 'Spam')).id)
    await done(bob.post(`/moderation/cases/${other.id}/appeal`, { text: 'No' }))
    await done(leaver.patch(`/admin/appeals/${other.id}`, { status: 'upheld' }))
    await done(leaver.post('/admin/invitations', { note: 'Friends', maxUses: 1, days: 7 }))
    await done(leaver.delete(`/admin/posts/${(await write(bob, 'Delete me')).id}`))
    const alert = {
      rule: 'reports',
      open: true,
      openedAt: new Date(),
      value: 1,
      peak: 1,
      threshold: 1,
      rev: 1,
    }
    const acknowledged = { acknowledgedAt: new Date(), acknowledgedBy: new mongo.ObjectId(leaver.id) }
    await rows('alerts').insertOne({ ...alert, detail: '', told: true, reporter: '', ...acknowledged })
    const payload = { adminId: leaver.id }
    await rows('jobs').insertOne({ ...waitingJob(), kind: 'recount', key: 'house', payload })
  },
  'what admins did to them and to what they wrote': async ({ leaver, bob, king, mark }) => {
    for (const isModerator of [true, false])
      await done(king.patch(`/admin/users/${leaver.id}/moderator`, { isModerator }))
    await done(king.delete(`/admin/posts/${(await write(leaver, mark)).id}`))
    const report = { targetType: 'user', targetId: leaver.id, reason: 'other' }
    const { id } = await done(bob.post<ReportReceipt>('/reports', report))
    await done(king.post(`/admin/reports/${id}/actions`, { action: 'warn' }))
  },
  'views of their profile on earlier days, and a row of a timeline': async ({ leaver, bob, mark }) => {
    await done(leaver.put('/user/privacy-settings', { readReceipts: false }))
    await say(leaver, bob, 'Hello')
    const page = `/u/${leaver.handle}`
    const sums = { views: 1, visits: 1, visitors: 1, events: 0 }
    await rows('traffic_days').insertOne({
      _id: new Date(0) as never,
      total: sums,
      lists: { pages: [{ _id: page, views: 1 }], countries: [], devices: [], sources: [], events: [] },
      rows: [{ page, country: 'CH', device: 'desktop', source: 'direct', event: '', ...sums }],
    })
    const { id } = await write(leaver, mark)
    const owner = `in:${bob.id}`
    const row = {
      postId: new mongo.ObjectId(id),
      authorId: new mongo.ObjectId(leaver.id),
      createdAt: new Date(),
    }
    await rows('timeline_rows').insertOne({ _id: `${id}:${owner}` as never, owner, ...row })
  },
  'blocks of both sides': async ({ leaver, bob, cat }) => {
    await befriend(leaver, bob)
    await say(leaver, bob, 'Hello')
    await say(cat, leaver, 'Hello')
    await done(leaver.post(`/users/${bob.id}/block`))
    await done(cat.post(`/users/${leaver.id}/block`))
  },
  'notifications that were withdrawn, or are not written yet': async ({ leaver, bob, cat }) => {
    const post = await write(bob, 'Mine')
    for (const path of [`/posts/${post.id}/react`, `/posts/${post.id}/react`])
      await done(leaver.post(path, { emoji: '💩' }))
    const others = await write(cat, 'Of cat')
    await remark(leaver, others, `Hello @${bob.handle}`)
    await done(cat.delete(`/posts/${others.id}`))
    const { id, handle } = leaver
    const actor = { id, handle, displayName: handle, avatarUrl: null }
    const notice = { type: 'FOLLOW', data: {}, userId: bob.id, actor, message: `${handle} followed you` }
    const away = { userId: new mongo.ObjectId(bob.id), createdAt: new Date(Date.now() + 3_600_000) }
    await rows('pending_notices').insertOne({ ...away, notice })
    await rows('pending_notices').insertOne({ ...away, userId: new mongo.ObjectId(id), notice })
  },
  'pushes to them and about them that wait': async ({ leaver, bob }) => {
    for (const who of [leaver, bob]) await done(who.put('/notifications/push/device', aSubscription()))
    await done(leaver.post(`/users/${bob.id}/follow`))
    await done(bob.post(`/users/${leaver.id}/follow`))
    await say(bob, leaver, 'Hello')
  },
  'an invitation that they used': async ({ king, leaver, site }) => {
    const { token, invitation } = await done(
      king.post<{ token: string; invitation: { id: string } }>('/admin/invitations', {
        note: '',
        maxUses: 1,
        days: 7,
      }),
    )
    void [token, site]
    await rows('invitation_uses').insertOne({
      _id: new mongo.ObjectId(leaver.id),
      invitationId: new mongo.ObjectId(invitation.id),
      at: new Date(),
    })
  },
  'a new name that is not written everywhere yet': async ({ leaver, bob, mark }) => {
    await write(leaver, mark)
    await say(leaver, bob, 'Hello')
    await done(leaver.patch('/users/me', { displayName: mark, bio: mark }))
    const payload = { userId: leaver.id }
    await rows('jobs').insertOne({ ...waitingJob(), kind: 'read-receipts', key: leaver.id, payload })
  },
}

import { mongo } from 'mongoose'
import { expect, it } from 'vitest'
import { person, type Person } from '#tests/support/http-client.ts'
import { untilNoDataLeft } from '#tests/support/personal-data.ts'
import { until } from '#tests/support/until.ts'
import { fillAccount } from '#tests/support/full-account.ts'
import { startKillableServer } from './killable-server.ts'

const killable = startKillableServer()
const POSTS = 50

it('a server killed in the middle of a deletion leaves nothing of the account when it is back', async () => {
  const [lena, bob, cat] = [
    await person(killable.server, 'killed_lena'),
    await person(killable.server, 'killed_bob'),
    await person(killable.server, 'killed_cat'),
  ]
  for (const one of [lena, bob]) await makeAdmin(one)
  await fillAccount({ url: killable.server.url, storeUri: killable.storeUri }, lena, bob, cat)
  for (let count = 0; count < POSTS; count++) await lena.post('/posts', { text: `Drop ${count}` })
  expect((await lena.delete('/user/delete-account')).status).toBe(204)
  const posts = () =>
    killable.db.collection('posts').countDocuments({ authorId: new mongo.ObjectId(lena.id) })
  await until('some posts are gone', async () => (await posts()) < POSTS * 0.7, 60_000)
  await killable.server.kill()
  expect(await posts(), 'it was in the middle').toBeGreaterThan(0)
  await killable.server.start()
  await untilNoDataLeft(
    [lena.id, lena.handle, lena.email],
    { storeUri: killable.storeUri, folders: [killable.server.dataDir, killable.server.uploadsDir] },
    60_000,
  )
  expect((await bob.get('/auth/me')).status).toBe(200)
}, 240_000)

async function makeAdmin(who: Person): Promise<void> {
  await killable.db
    .collection('users')
    .updateOne({ _id: new mongo.ObjectId(who.id) }, { $set: { isAdmin: true } })
  // Another process notices within five seconds (viewers.service).
  await until(
    'the server has noticed',
    async () => (await who.get('/admin/analytics/realtime')).status === 200,
  )
}

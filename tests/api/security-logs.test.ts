import { MongoClient } from 'mongodb'
import { expect, onTestFinished, test } from 'vitest'
import { PASSWORD, person, visitor } from '#tests/support/http-client.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'

test('the log never holds cookies, passwords, e-mail addresses or what people write, at any level', async () => {
  const storeUri = freshDatabase()
  const server = await startServerProcess({ MONGODB_URI: storeUri, LOG_LEVEL: 'trace' })
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]()
    const store = await MongoClient.connect(storeUri)
    await store.db().dropDatabase()
    await store.close()
  })
  const ann = await person(server, 'ann_discreet')
  const bob = await person(server, 'bob_discreet')
  const cookie = ann.cookie()
  await ann.post('/posts', { text: 'what-ann-posts' })
  await ann.post('/messages', { receiverId: bob.id, content: 'what-ann-whispers' })
  await ann.patch('/users/me', { bio: 'what-ann-is' })
  await visitor(server).post('/auth/login', { email: ann.email, password: 'what-ann-mistypes' })
  await ann.raw('POST', '/auth/login', `{"email":"${ann.email}","password":"what-ann-breaks"`, { 'content-type': 'application/json' })
  await ann.post('/auth/logout')
  await server.stop()
  expect(server.log()).toContain('"level"')
  for (const secret of [PASSWORD, 'what-ann', ann.email, bob.email, cookie.split('=')[1]!.slice(4, 36)]) expect(server.log()).not.toContain(secret)
})

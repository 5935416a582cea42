import { afterAll, beforeAll, it } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { person } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { freshDatabase } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import {
  Commenter,
  expectCommentsConsistent,
  expectFollowsConsistent,
  expectMentionsConsistent,
  Follower,
  Mentioner,
} from './writers.ts'
import { startWriting } from './writer.ts'

let server: ServerProcess

beforeAll(async () => {
  server = await startServerProcess({ MONGODB_URI: freshDatabase() })
}, 90_000)
afterAll(() => server[Symbol.asyncDispose]())

it('L3 L5: kills of the server in the middle of groups lose and double no comment, follow or mention', async () => {
  const star = await person(server, 'star')
  const { body: post } = await star.post<PostView>('/posts', { text: 'Comment on this' })
  const people = await Promise.all(Array.from({ length: 8 }, (_, at) => person(server, `writer_${at}`)))
  const commenters = people.map((one) => new Commenter(one, post.id))
  const followers = people.map((one) => new Follower(one, star))
  const mentioners = people.map((one) => new Mentioner(one, star))
  const stop = startWriting([...commenters, ...followers, ...mentioners])
  const least = () =>
    Math.min(
      ...commenters.map(({ written }) => written.length),
      ...followers.map(({ acknowledged }) => acknowledged),
      ...mentioners.map(({ written }) => written.length),
    )
  for (let kill = 0; kill < 3; kill += 1) {
    const before = least()
    await until('all write again', () => least() >= before + 3, 60_000)
    await server.kill()
    await server.start()
  }
  const afterLast = least()
  await until('all write after the last kill', () => least() >= afterLast + 2, 60_000)
  await stop()
  await expectCommentsConsistent(star, post.id, commenters)
  await expectFollowsConsistent(star, followers)
  // The last notification is of a mention: the follows begin before.
  await expectMentionsConsistent(star, mentioners, followers.filter(({ isFollowing }) => !isFollowing).length)
}, 360_000)

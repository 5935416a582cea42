import { mongo } from 'mongoose'
import { expect, it } from 'vitest'
import type { CommentView } from '#contract/comments.ts'
import type { ConversationView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { done, fillAccount } from '#tests/support/full-account.ts'
import { people, person, type Person } from '#tests/support/http-client.ts'
import { personalDataLeft } from '#tests/support/personal-data.ts'
import { recount } from '#tests/support/recount.ts'
import { faultsInStore } from '#tests/support/stored-messages.ts'
import { until } from '#tests/support/until.ts'
import { Chatter } from './chatter.ts'
import { startKillableServer } from './killable-server.ts'
import { busyGroup, moreComments, morePosts } from './large-account.ts'
import { expectReactionsConsistent, Reactor } from './reactor.ts'
import { startWriting } from './writer.ts'
import { Commenter, expectCommentsConsistent } from './writers.ts'

const killable = startKillableServer()
const MEMBERS = 16
const GROUPS = ['The night shift', 'The day shift', 'The royal household']
/** In each group: two of three are hers. */
const MESSAGES = 300
const POSTS = 50
const COMMENTS = 100

it('a large account is erased while its groups write, though the server is killed twice: nothing of it is left, and nothing of others is lost', async () => {
  const { server, storeUri, db } = killable
  const { lena, bob, members, groups, stage } = await largeAccount()
  const words = [lena.id, lena.handle, lena.email]
  const where = { storeUri, folders: [server.dataDir, server.uploadsDir] }
  expect((await personalDataLeft(words, where)).length).toBeGreaterThan(GROUPS.length * MESSAGES)
  const { chatters, commenters, reactors, written } = writersOf(members.slice(1), groups, stage.id)
  const writers = [...chatters, ...commenters, ...reactors]
  const stop = startWriting(writers)
  await until('all write', () => written() > 2)

  expect((await lena.delete('/user/delete-account')).status).toBe(204)
  const senderId = idOf(lena)
  await killInTheMiddle(() => db.collection('posts').countDocuments({ authorId: senderId }), written)
  await killInTheMiddle(() => db.collection('messages').countDocuments({ senderId, deleted: false }), written)
  await until('the erasure is over', () => isErased(lena), 240_000)
  expect(await personalDataLeft(words, where), 'what is left').toEqual([])
  const atTheEnd = written()
  await until('all still write', () => written() > atTheEnd, 120_000)
  await stop()

  expect(writers.flatMap(({ refusals }) => refusals)).toEqual([])
  const sent = chatters.flatMap(({ acknowledged }) => [...acknowledged.values()])
  expect(await faultsInStore(db as never, members, sent)).toEqual([])
  await expectCommentsConsistent(bob, stage.id, commenters)
  await expectReactionsConsistent(reactors)
  for (const one of chatters) await expectOwnWordsInExport(one)
  expect(await recount(bob)).toMatchObject({ corrected: 0 })
}, 600_000)

/** Lena has one of everything, and many of some; bob stays, as an admin. */
async function largeAccount() {
  const { server, db } = killable
  const [lena, bob, cat] = await people(server, ['leaving_lena', 'staying_bob', 'blocked_cat'])
  const guests = await Promise.all(
    Array.from({ length: MEMBERS - 2 }, (_, at) => person(server, `guest_${at}`)),
  )
  const members = [bob, ...guests]
  const admins = { _id: { $in: [lena, bob].map(idOf) } }
  await db.collection('users').updateMany(admins, { $set: { isAdmin: true } })
  for (const one of members) await done(one.post(`/users/${lena.id}/follow`))
  // A new process knows the admins at once.
  await killable.restart()
  await fillAccount({ url: server.url, storeUri: killable.storeUri }, lena, bob, cat)
  const groups: ConversationView[] = []
  for (const name of GROUPS) groups.push(await busyGroup(db, lena, members, { name, messages: MESSAGES }))
  await morePosts(db, await done(lena.post<PostView>('/posts', { text: 'One of many' })), POSTS)
  const stage = await done(bob.post<PostView>('/posts', { text: 'Say something' }))
  await done(lena.post(`/posts/${stage.id}/react`, { emoji: '💩' }))
  const remark = await done(lena.post<CommentView>(`/posts/${stage.id}/comments`, { text: 'Something' }))
  await moreComments(db, remark, COMMENTS)
  // What was inserted is counted.
  await recount(bob)
  return { lena, bob, members, groups, stage }
}

/** Two write in each group, and others about one post. `written`: what each of them has written at least. */
function writersOf(guests: readonly Person[], groups: readonly ConversationView[], postId: string) {
  const chatters = groups.flatMap((group, at) =>
    guests.slice(2 * at, 2 * at + 2).map((one) => new Chatter(one, group, 30)),
  )
  const commenters = guests.slice(6, 9).map((one) => new Commenter(one, postId))
  const reactors = guests.slice(9, 12).map((one) => new Reactor(one, postId))
  const written = () =>
    Math.min(
      ...chatters.map(({ acknowledged }) => acknowledged.size),
      ...commenters.map((one) => one.written.length),
      ...reactors.map(({ acknowledged }) => acknowledged),
    )
  return { chatters, commenters, reactors, written }
}

async function killInTheMiddle(left: () => Promise<number>, written: () => number): Promise<void> {
  const all = await left()
  await until('some are erased', async () => (await left()) < all * 0.7, 120_000)
  const before = written()
  await killable.restart()
  expect(await left(), 'it was in the middle').toBeGreaterThan(0)
  await until('all write again', () => written() > before + 2, 120_000)
}

/** The second part waits ten seconds for the last requests of the person, who makes none here. */
async function isErased({ id }: Person): Promise<boolean> {
  const job = { kind: 'erase-account', key: id }
  const jobs = killable.db.collection('jobs')
  await jobs.updateMany({ ...job, state: 'waiting', progress: 'once more' }, { $set: { dueAt: new Date(0) } })
  return (await jobs.countDocuments(job)) === 0
}

const idOf = ({ id }: Pick<Person, 'id'>) => new mongo.ObjectId(id)

interface Exported {
  readonly messages: readonly { readonly content?: string }[]
}

/** The export has what the person wrote, all of it once, and names nobody who has left. */
async function expectOwnWordsInExport({ person: who, acknowledged }: Chatter): Promise<void> {
  const { body, text } = await who.get<Exported>('/user/export-data')
  expect(body.messages.flatMap(({ content }) => content ?? []).toSorted()).toEqual(
    [...acknowledged.values()].map(({ content }) => content).toSorted(),
  )
  expect(text).not.toContain('leaving_lena')
}

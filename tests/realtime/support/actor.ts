import { setTimeout as pause } from 'node:timers/promises'
import type { GroupInviteView } from '#contract/messages.groups.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import type { Person, Reply } from '#tests/support/http-client.ts'
import type { ModelPage } from './model-page.ts'
import type { Random } from './random.ts'

/** What all actors of a run share: the people, and the acknowledged writes. */
export interface Stage {
  random: Random
  people: readonly Person[]
  sites: readonly { url: string }[]
  /** clientId -> the message the server acknowledged. */
  sent: Map<string, MessageView>
  /** People meet in groups alone, and block each other. */
  inGroups?: boolean
}

export type Doing = [weight: number, what: () => Promise<unknown>]

/** A person who makes random calls for a while, from pages that open and close. */
export async function act(
  person: Person,
  pages: readonly ModelPage[],
  stage: Stage,
  until: number,
): Promise<void> {
  const { random } = stage
  const doings = [
    ...(stage.inGroups ? doingsInGroups(person, stage) : doingsOfAllKinds(person, stage)),
    [6, async () => connection(random.pick(pages), random, stage.sites)] satisfies Doing,
  ]
  const total = doings.reduce((sum, [weight]) => sum + weight, 0)
  while (Date.now() < until) {
    let dice = random.below(total)
    const [, doing] = doings.find(([weight]) => (dice -= weight) < 0)!
    await doing()
    await pause(random.below(60))
  }
}

export function doingsInGroups(person: Person, stage: Stage): Doing[] {
  const { random } = stage
  return [
    [30, () => writeToGroup(person, stage)],
    [10, () => readSomething(person, random)],
    [8, () => reactInGroup(person, random)],
    [14, () => changeSomeGroup(person, stage)],
    [4, () => leaveSomeGroup(person, random)],
    [5, () => blockSomebody(person, stage)],
    [5, () => setSomething(person, random)],
    [4, () => readNotifications(person, random)],
  ]
}

export function doingsOfAllKinds(person: Person, stage: Stage): Doing[] {
  const { random } = stage
  return [
    [30, () => sendMessage(person, stage)],
    [10, () => readSomething(person, random)],
    [12, () => writeToGroup(person, stage)],
    [4, () => changeSomeGroup(person, stage)],
    [1, () => leaveSomeGroup(person, random)],
    [
      15,
      () =>
        onSomePost(person, random, (post) =>
          person.post(`/posts/${post.id}/react`, { emoji: random.pick(REACTIONS).emoji }),
        ),
    ],
    [12, () => onSomePost(person, random, (post) => writeComment(person, post, random))],
    [4, () => onSomePost(person, random, (post) => changeComment(person, post, random))],
    [8, () => onSomePost(person, random, (post) => pooSomeComment(person, post, random))],
    [5, () => person.post('/posts', { text: `Thought ${random.below(1e6)} #throne` })],
    [
      3,
      () =>
        onSomePost(person, random, (post) =>
          post.authorId === person.id ? changePost(person, post, random) : Promise.resolve(),
        ),
    ],
    [
      4,
      () =>
        onSomePost(person, random, (post) =>
          post.authorId === person.id ? plunge(person, post, random) : Promise.resolve(),
        ),
    ],
    [5, () => followSomebody(person, stage)],
    [4, () => decideRequest(person, random)],
    [8, () => setSomething(person, random)],
    [2, () => switchSigns(person, random)],
    [4, () => readNotifications(person, random)],
  ]
}

function connection(page: ModelPage, random: Random, sites: Stage['sites']): void {
  if (page.isUp) page.cut()
  else page.connect(random.pick(sites))
}

/** With a clientId, and sometimes twice, as a page without an answer does. */
async function sendMessage(person: Person, { random, people, sent }: Stage): Promise<void> {
  const receiver = random.pick(people.filter(({ id }) => id !== person.id))
  const body = { receiverId: receiver.id, content: `Word ${random.below(1e6)}`, clientId: random.uuid() }
  const tries = await Promise.all(
    Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => sendAsOutbox(person, body)),
  )
  for (const { status, body: message } of tries) if (status < 300) sent.set(body.clientId, message)
  const [message] = tries
  if (random.chance(0.05) && message!.status < 300)
    await person.delete(`/messages/${message!.body.conversationId}/${message!.body.id}`)
}

/** An answer that is not final is asked for again: a message may be stored and not yet pushed (LIVE L5). */
async function sendAsOutbox(person: Person, body: object): Promise<Reply<MessageView>> {
  const reply = await person.post<MessageView>('/messages', body)
  if (reply.status < 500) return reply
  await pause(200)
  return sendAsOutbox(person, body)
}

const groupsOf = async (person: Person): Promise<ConversationView[]> =>
  (await person.get<ConversationView[]>('/messages/conversations')).body.filter(({ group }) => group)

async function writeToGroup(person: Person, { random, sent }: Stage): Promise<void> {
  const groups = await groupsOf(person)
  if (groups.length === 0) return
  const { id } = random.pick(groups)
  const body = { receiverId: id, content: `Word ${random.below(1e6)}`, clientId: random.uuid() }
  const { status, body: message } = await sendAsOutbox(person, body)
  if (status >= 300) return
  sent.set(body.clientId, message)
  if (random.chance(0.1)) await person.delete(`/messages/${id}/${message.id}`)
}

/** Makes a group, or changes one. */
async function changeSomeGroup(person: Person, { random, people }: Stage): Promise<void> {
  const own = (await groupsOf(person)).filter(({ group }) => group!.isAdmin)
  const other = random.pick(people.filter(({ id }) => id !== person.id))
  // Nobody can be added who has not accepted contact.
  await other.post(`/users/${person.id}/follow`)
  if (own.length < 2)
    return void (await person.post('/messages/groups', { name: 'A few', memberIds: [other.id] }))
  const path = `/messages/groups/${random.pick(own).id}`
  await random.pick([
    () => person.patch(path, { name: `Meeting ${random.below(1e6)}` }),
    () => person.patch(path, { showsHistory: random.chance(0.5) }),
    () => person.post(`${path}/members`, { memberIds: [other.id] }),
    () => person.delete(`${path}/members/${other.id}`),
    () => inviteByLink(person, path, other),
    () => person.put(`${path}/admins/${other.id}`),
    () => person.delete(`${path}/admins/${other.id}`),
  ])()
}

async function inviteByLink(person: Person, path: string, other: Person): Promise<void> {
  const { status, body } = await person.post<GroupInviteView>(`${path}/invite`)
  if (status < 300) await other.post(`/messages/join/${body.token}`)
}

async function leaveSomeGroup(person: Person, random: Random): Promise<void> {
  const groups = await groupsOf(person)
  if (groups.length > 0) await person.post(`/messages/groups/${random.pick(groups).id}/leave`)
}

/** In half of the cases an earlier reaction is withdrawn. */
async function reactInGroup(person: Person, random: Random): Promise<void> {
  const groups = await groupsOf(person)
  if (groups.length === 0) return
  const { id } = random.pick(groups)
  const { body } = await person.get<MessageView[]>(`/messages/${id}`)
  if (!Array.isArray(body) || body.length === 0) return
  const path = `/messages/${id}/${random.pick(body).id}/reaction`
  await (random.chance(0.5) ? person.put(path, { emoji: random.pick(REACTIONS).emoji }) : person.delete(path))
}

async function blockSomebody(person: Person, { random, people }: Stage): Promise<void> {
  const other = random.pick(people.filter(({ id }) => id !== person.id))
  await (random.chance(0.5)
    ? person.post(`/users/${other.id}/block`)
    : person.delete(`/users/${other.id}/block`))
}

async function decideRequest(person: Person, random: Random): Promise<void> {
  const { body } = await person.get<ConversationView[]>('/messages/requests')
  if (body.length > 0)
    await person.post(`/messages/${random.pick(body).id}/${random.pick(['accept', 'decline'])}`)
}

/** What a person sets for one of their conversations. */
async function setSomething(person: Person, random: Random): Promise<void> {
  const { body } = await person.get<ConversationView[]>('/messages/conversations')
  if (body.length === 0) return
  const path = `/messages/${random.pick(body).id}`
  await random.pick([
    () => person.put(`${path}/mute`, { for: random.pick(['1h', 'always']) }),
    () => person.delete(`${path}/mute`),
    () => person.put(`${path}/archive`),
    () => person.delete(`${path}/archive`),
    () => person.put(`${path}/pin`),
    () => person.delete(`${path}/pin`),
    () => person.post(`${path}/unread`),
    () => person.put(`${path}/disappearing`, { after: random.pick(['24h', '7d', null]) }),
  ])()
}

const switchSigns = (person: Person, random: Random) =>
  person.put('/user/privacy-settings', {
    [random.pick(['readReceipts', 'typingSigns'])]: random.chance(0.5),
  })

async function readSomething(person: Person, random: Random): Promise<void> {
  const { body } = await person.get<ConversationView[]>('/messages/conversations')
  if (body.length === 0) return
  const { id, lastSeq } = random.pick(body)
  await person.post(`/messages/${id}/read`, { seq: random.below(lastSeq + 1) })
}

async function onSomePost(
  person: Person,
  random: Random,
  work: (post: PostView) => Promise<unknown>,
): Promise<void> {
  const { body } = await person.get<PostView[]>('/posts')
  if (body.length > 0) await work(random.pick(body))
}

/** On the post, or as an answer to one of its comments. */
async function writeComment(person: Person, post: PostView, random: Random): Promise<void> {
  const { body } = await person.get<CommentView[]>(`/posts/${post.id}/comments`)
  const answered = random.chance(0.4) && Array.isArray(body) && body.length > 0 ? random.pick(body) : null
  await person.post(`/posts/${post.id}/comments`, {
    text: `Comment ${random.below(1e6)}`,
    ...(answered && { parentId: answered.id }),
  })
}

async function pooSomeComment(person: Person, post: PostView, random: Random): Promise<void> {
  const { body } = await person.get<CommentView[]>(`/posts/${post.id}/comments`)
  if (!Array.isArray(body) || body.length === 0) return
  const { id, viewer } = random.pick(body)
  await (viewer.pooed ? person.delete(`/comments/${id}/poo`) : person.put(`/comments/${id}/poo`))
}

async function changeComment(person: Person, post: PostView, random: Random): Promise<void> {
  const { body }: Reply<CommentView[]> = await person.get(`/posts/${post.id}/comments`)
  const own = body?.find(({ authorId }) => authorId === person.id)
  if (!own) return
  if (random.chance(0.5)) await person.delete(`/comments/${own.id}`)
  else await person.patch(`/comments/${own.id}`, { text: `Reworded ${random.below(1e6)}` })
}

const changePost = (person: Person, post: PostView, random: Random) =>
  random.chance(0.5)
    ? deletePost(person, post, random)
    : person.patch(`/posts/${post.id}`, { text: `Reworded ${random.below(1e6)}` })

/** Calls crowd control, changes what it does, ends it, or hides the post for a moment or longer. */
async function plunge(person: Person, { id }: PostView, random: Random): Promise<void> {
  const path = `/posts/${id}/plunger`
  const call = () =>
    person.put(path, {
      hours: random.pick([1, 8, 24]),
      strangersPaused: random.chance(0.2),
      slowMinutes: random.chance(0.1) ? 1 : null,
    })
  const hide = async () => {
    await call()
    await person.put(`/posts/${id}/hidden`, { hidden: true })
    if (random.chance(0.8)) await person.put(`/posts/${id}/hidden`, { hidden: false })
  }
  await random.pick([call, call, () => person.delete(path), hide])()
}

/** Most think better of it, some at once, some after their next deed. */
async function deletePost(person: Person, post: PostView, random: Random): Promise<void> {
  await person.delete(`/posts/${post.id}`)
  if (random.chance(0.3)) await person.get('/posts')
  if (random.chance(0.7)) await person.post(`/posts/${post.id}/restore`)
}

async function followSomebody(person: Person, { random, people }: Stage): Promise<void> {
  const other = random.pick(people.filter(({ id }) => id !== person.id))
  await (random.chance(0.6)
    ? person.post(`/users/${other.id}/follow`)
    : person.delete(`/users/${other.id}/follow`))
}

async function readNotifications(person: Person, random: Random): Promise<void> {
  const { body } = await person.get<NotificationView[]>('/notifications')
  const ids = body.filter(() => random.chance(0.5)).map(({ id }) => id)
  await person.post('/notifications/read', { ids })
}

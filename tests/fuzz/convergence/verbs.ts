import type { BlogCardView } from '#contract/blog.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { CaseView, OwnCaseView } from '#contract/moderation.ts'
import type { PostView } from '#contract/posts.ts'
import { visitor, type Person, type Reply } from '#tests/support/http-client.ts'
import { doingsInGroups, doingsOfAllKinds, type Doing, type Stage } from '#tests/realtime/support/actor.ts'

/** The person, whose calls go to any of the sites; one without an answer counts as 599, which is asked for again. */
export function roaming(person: Person, sites: Stage['sites'], random: Stage['random']): Person {
  const callers = sites.map((site) => {
    const caller = visitor(site)
    caller.setCookie(person.cookie())
    return caller
  })
  const roam =
    (method: 'get' | 'post' | 'put' | 'patch' | 'delete') =>
    async <T>(path: string, body?: unknown): Promise<Reply<T>> => {
      try {
        return await random.pick(callers)[method]<T>(path, body as never)
      } catch {
        return { status: 599, body: [] as T, text: 'no answer', headers: new Headers() }
      }
    }
  return {
    ...person,
    get: roam('get'),
    post: roam('post'),
    put: roam('put'),
    patch: roam('patch'),
    delete: roam('delete'),
  }
}

const SUBJECTS = ['hate', 'spam', 'harassment'] as const

/** What somebody does, besides what the actors of tests/realtime do. `staff`: who decides. */
export function verbsOf(person: Person, stage: Stage, staff: Person): readonly Doing[] {
  const { random, people } = stage
  const other = () => random.pick(people.filter(({ id }) => id !== person.id))
  const somePost = async (): Promise<PostView | undefined> => {
    const { body } = await person.get<PostView[]>('/posts')
    return Array.isArray(body) && body.length > 0 ? random.pick(body) : undefined
  }
  const onPost = (work: (post: PostView) => Promise<unknown>) => async () => {
    const post = await somePost()
    if (post) await work(post)
  }
  const onOff = (path: () => string) => () =>
    random.chance(0.5) ? person.post(path()) : person.delete(path())
  return [
    ...doingsOfAllKinds(person, stage),
    ...doingsInGroups(person, stage),
    [4, onOff(() => `/users/${other().id}/mute`)],
    [4, onOff(() => `/users/${other().id}/block`)],
    [8, onOff(() => `/users/${other().id}/follow`)],
    [3, () => person.patch('/users/me', { displayName: `${person.handle} ${random.below(100)}` })],
    [3, () => person.patch('/users/me', { bio: `Sits since ${random.below(100)}` })],
    [4, onPost(({ id }) => (random.chance(0.5) ? person.put : person.delete)(`/posts/${id}/bookmark`))],
    [3, () => person.post('/posts', { text: 'Asked', poll: { options: ['Yes', 'No'], minutes: 60 } })],
    [3, onPost(({ id }) => person.post(`/posts/${id}/vote`, { option: random.below(2) }))],
    [3, onPost(({ id }) => person.post('/posts', { text: 'As they say', quotedId: id }))],
    [2, onPost(({ id }) => person.post(`/posts/${id}/share`))],
    [
      3,
      onPost(({ id }) => person.put(`/posts/${id}/dial`, { dial: random.pick(['gentle', 'closed', null]) })),
    ],
    [
      3,
      onPost(({ id }) =>
        person.post('/reports', { targetType: 'post', targetId: id, reason: random.pick(SUBJECTS) }),
      ),
    ],
    [
      2,
      () =>
        person.post('/reports', { targetType: 'user', targetId: other().id, reason: random.pick(SUBJECTS) }),
    ],
    [3, () => decideReport(staff, random)],
    [2, () => appeal(person, random)],
    [2, () => decideAppeal(staff, random)],
    [1, onPost(({ id }) => staff.delete(`/admin/posts/${id}`))],
    [1, onPost(({ id }) => staff.patch(`/admin/posts/${id}/nsfw`, { nsfw: random.chance(0.5) }))],
    [1, () => staff.patch(`/admin/users/${other().id}/moderator`, { isModerator: random.chance(0.5) })],
    [2, () => writeArticle(staff, random)],
    [2, () => reactToArticle(person, random)],
    [3, () => changeMessage(person, random)],
    [2, onPost(({ id }) => person.post(`/posts/${id}/react`, { emoji: random.pick(REACTIONS).emoji }))],
  ]
}

async function decideReport(staff: Person, random: Stage['random']): Promise<void> {
  const { body } = await staff.get<{ id: string }[]>('/admin/reports?status=pending')
  if (!Array.isArray(body) || body.length === 0) return
  const path = `/admin/reports/${random.pick(body).id}`
  await random.pick([
    () => staff.get(path),
    () => staff.patch(path, { status: random.pick(['resolved', 'dismissed']) }),
    () => staff.post(`${path}/actions`, { action: random.pick(['warn', 'remove']) }),
  ])()
}

async function appeal(person: Person, random: Stage['random']): Promise<void> {
  const { body } = await person.get<OwnCaseView[]>('/users/me/decisions')
  if (!Array.isArray(body) || body.length === 0) return
  await person.post(`/moderation/cases/${random.pick(body).id}/appeal`, { text: 'It was not me.' })
}

async function decideAppeal(staff: Person, random: Stage['random']): Promise<void> {
  const { body } = await staff.get<CaseView[]>('/admin/appeals')
  if (!Array.isArray(body) || body.length === 0) return
  await staff.patch(`/admin/appeals/${random.pick(body).id}`, { status: random.pick(['upheld', 'reversed']) })
}

/** A new article, or a change of one: it is published, taken back, or deleted. */
async function writeArticle(staff: Person, random: Stage['random']): Promise<void> {
  const { body } = await staff.get<BlogCardView[]>('/blog/posts?drafts=include')
  const some = Array.isArray(body) && body.length > 2 ? random.pick(body) : null
  const published = random.chance(0.7)
  if (some && random.chance(0.2)) await staff.delete(`/blog/posts/${some.id}`)
  else if (some) await staff.patch(`/blog/posts/${some.id}`, { published, title: `Of ${random.below(1e6)}` })
  else
    await staff.post('/blog/posts', {
      title: 'New',
      slug: `of-${random.uuid()}`,
      content: 'Hear ye.',
      published,
    })
}

async function reactToArticle(person: Person, random: Stage['random']): Promise<void> {
  const { body } = await person.get<BlogCardView[]>('/blog/posts')
  if (!Array.isArray(body) || body.length === 0) return
  const emoji = random.chance(0.7) ? random.pick(REACTIONS).emoji : null
  await person.put(`/blog/posts/${random.pick(body).id}/reaction`, { emoji })
}

/** Edits a message, reacts to one, takes it back, or deletes it and thinks better of it. */
async function changeMessage(person: Person, random: Stage['random']): Promise<void> {
  const { body: rows } = await person.get<{ id: string }[]>('/messages/conversations')
  if (!Array.isArray(rows) || rows.length === 0) return
  const { id } = random.pick(rows)
  const { body } = await person.get<{ id: string }[]>(`/messages/${id}`)
  if (!Array.isArray(body) || body.length === 0) return
  const path = `/messages/${id}/${random.pick(body).id}`
  await random.pick([
    () => person.patch(path, { content: `Reworded ${random.below(1e6)}` }),
    () => person.put(`${path}/reaction`, { emoji: random.pick(REACTIONS).emoji }),
    () => person.delete(`${path}/reaction`),
    () => person.post(`${path}/take-back`),
    async () => {
      await person.delete(path)
      await person.post(`${path}/restore`)
    },
  ])()
}

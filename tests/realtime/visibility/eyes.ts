import type { BatchView } from '#contract/batch.ts'
import type { CommentView, ReplyView } from '#contract/comments.ts'
import { LIMITS } from '#contract/limits.ts'
import type { MessageSearchPage } from '#contract/messages.search.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { UserListItem } from '#contract/people.ts'
import type { PostView, ReactorView } from '#contract/posts.ts'
import { done } from '#tests/support/full-account.ts'
import type { Caller, Reply } from '#tests/support/http-client.ts'
import type { Name, Sight } from './model.ts'
import type { Actor, Cast } from './stage.ts'

/** What is no part of the model's sight, but must not say more than it. */
interface Beside {
  /** All that the answers have said. */
  said: string
  unread: number
  badge: number
}

/** What a person sees by REST at one of the two processes, in the form of the model. */
export async function lookAround(cast: Cast, actor: Actor, side: 0 | 1): Promise<Sight & Beside> {
  const caller = actor.at[side]
  const said: string[] = []
  const get = readsTogether(caller, said)
  const words = new Words(cast)
  const [feed, found, people, profiles, posts, group, exported, notices, unread, badge] = await Promise.all([
    get<PostView[]>('/posts'),
    get<PostView[]>(`/posts?q=${cast.common}`),
    get<UserListItem[]>(`/users/search?q=${cast.common}`),
    profilesSeen(cast, words, get),
    postsSeen(cast, words, get),
    groupSeen(cast, words, get),
    exportSeen(cast, words, caller),
    get<NotificationView[]>('/notifications'),
    get<NotificationView[]>('/notifications?state=unread'),
    get<{ count: number }>('/notifications/unread-count'),
  ])
  return {
    feed: words.of(feed.body),
    found: words.of(found.body),
    people: words.names(people.body.map(({ id }) => id)),
    profiles,
    posts,
    group,
    exported,
    notices: notices.body.flatMap((one) => noticeOf(one, words)).toSorted(),
    said: said.join('\n'),
    unread: unread.body.length,
    badge: badge.body.count,
  }
}

type Get = <T>(path: string) => Promise<Pick<Reply<T>, 'status' | 'body'>>

/** Reads that begin at the same moment are few requests, as those of a page. `said`: gets all bodies. */
function readsTogether(caller: Caller, said: string[]): Get {
  type Answer = BatchView[number]
  const asked: { path: string; resolve: (answer: Promise<Answer>) => void }[] = []
  const send = () => {
    const some = asked.splice(0, LIMITS.batchReads)
    const reads = some.map(({ path }) => ({ path: `/api${path}` }))
    const answers = done(caller.post<BatchView>('/batch', { reads }))
    some.forEach(({ resolve }, at) => resolve(answers.then((all) => all[at]!)))
  }
  return async (path) => {
    if (asked.length % LIMITS.batchReads === 0) setImmediate(send)
    const { promise, resolve } = Promise.withResolvers<Answer>()
    asked.push({ path, resolve })
    const { status, body, message } = await promise
    said.push(JSON.stringify(body) ?? '')
    if (status >= 500) throw new Error(`${path}: ${status} ${message}`)
    return { status, body: body as never }
  }
}

/** Translates ids into the words and names of the model. Of others than the cast nothing is kept. */
export class Words {
  readonly #words: ReadonlyMap<string, string>
  readonly #names: ReadonlyMap<string, Name>
  constructor({ ids, actors }: Cast) {
    this.#words = new Map([...ids].map(([word, id]) => [id, word]))
    this.#names = new Map([...actors.values()].map(({ id, name }) => [id, name]))
  }
  of(rows: readonly { id: string }[]): string[] {
    return rows.flatMap(({ id }) => this.#words.get(id) ?? []).toSorted()
  }
  word(id: string): string | undefined {
    return this.#words.get(id)
  }
  names(ids: readonly string[]): Name[] {
    return ids.flatMap((id) => this.#names.get(id) ?? []).toSorted()
  }
}

async function profilesSeen({ actors }: Cast, words: Words, get: Get): Promise<Sight['profiles']> {
  const each = [...actors.values()].map(async ({ name, handle }) => {
    const [posts, replies, likes] = await Promise.all([
      get<PostView[]>(`/users/${handle}/posts`),
      get<ReplyView[]>(`/users/${handle}/replies`),
      get<PostView[]>(`/users/${handle}/likes`),
    ])
    if (posts.status !== 200)
      return replies.status === 200 || likes.status === 200 ? [[name, 'half hidden']] : []
    const lists = { posts: posts.body, replies: replies.body, likes: likes.body }
    return [[name, Object.fromEntries(Object.entries(lists).map(([list, rows]) => [list, words.of(rows)]))]]
  })
  return Object.fromEntries((await Promise.all(each)).flat())
}

async function postsSeen({ ids }: Cast, words: Words, get: Get): Promise<Sight['posts']> {
  const each = [...ids]
    .filter(([word]) => word.includes('post'))
    .map(async ([word, id]) => {
      const [{ status, body: post }, comments, reactors] = await Promise.all([
        get<PostView>(`/posts/${id}`),
        get<CommentView[]>(`/posts/${id}/comments`),
        get<ReactorView[]>(`/posts/${id}/reactions`),
      ])
      if (status !== 200) {
        // What belongs to it is no more to be read than the post.
        if (comments.status === 200 || reactors.status === 200) return [[word, 'half hidden']]
        return []
      }
      const shown = words.names(post.reactions.map(({ userId }) => userId))
      const listed = words.names(reactors.body.map((one) => one.id))
      return [
        [
          word,
          {
            comments: words.of(comments.body),
            commentCount: post._count.comments,
            reactedBy: shown.join() === listed.join() ? shown : { shown, listed },
            reactionCount: post._count.reactions,
          },
        ],
      ]
    })
  return Object.fromEntries((await Promise.all(each)).flat()) as Sight['posts']
}

/** Of a comment or reaction, as the model has it; nothing for others. */
export function noticeOf({ type, data, about, actor }: NotificationView, words: Words): string[] {
  if (type !== 'COMMENT' && type !== 'REACTION') return []
  const shown = type === 'COMMENT' ? about.comment : about.post
  const word = words.word(data.commentId ?? data.postId)
  return [`${words.names([actor.id]).join()} ${word}${shown ? '' : ' without words'}`]
}

async function groupSeen({ groupId, common }: Cast, words: Words, get: Get): Promise<Sight['group']> {
  const [thread, list, found] = await Promise.all([
    get<MessageView[]>(`/messages/${groupId}`),
    get<ConversationView[]>('/messages/conversations'),
    get<MessageSearchPage>(`/messages/search?q=${common}`),
  ])
  const row = list.body.find(({ id }) => id === groupId)
  const results = words.of(found.body.messages)
  if (!row && thread.status !== 200 && results.length === 0) return null
  return {
    thread:
      thread.status === 200 ? thread.body.flatMap((one) => (one.notice ? [] : shownOf(one, words))) : [],
    unread: row ? row.unreadCount : -1,
    found: results,
  }
}

const shownOf = ({ id, content, hidden, takenBack }: MessageView, words: Words): string =>
  content !== '' ? (words.word(id) ?? content) : hidden && !takenBack ? 'behind a block' : 'gone'

interface Exported {
  posts: { id: string }[]
  comments: { text: string }[]
  messages: { direction: string; seq: number; content?: string; group?: string }[]
}

async function exportSeen({ ids, seqs }: Cast, words: Words, caller: Caller): Promise<Sight['exported']> {
  const { body } = await caller.get<Exported>('/user/export-data')
  const said = (texts: readonly string[]) =>
    [...ids.keys()].filter((word) => texts.some((text) => text.endsWith(word))).toSorted()
  const inGroup = body.messages.filter(({ group }) => group !== undefined)
  const received = inGroup.filter(({ direction }) => direction === 'received')
  return {
    posts: words.of(body.posts),
    comments: said(body.comments.map(({ text }) => text)),
    sent: said(inGroup.map(({ content }) => content ?? '')),
    // Lines about the group are no words.
    received: received.flatMap(({ seq }) => seqs.get(seq) ?? []).toSorted(),
  }
}

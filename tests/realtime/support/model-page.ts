import { setTimeout as pause } from 'node:timers/promises'
import type { Tombstone } from '#contract/events.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { withMessage, type Spoken } from '#client/features/messages/data/pushed-messages.ts'
import { isFresher } from '#client/features/messages/data/thread-window.ts'
import { commentBrief, postBrief } from '#contract/notifications.briefs.ts'
import type { CommentBrief, NotificationView, PostBrief, UnreadCountView } from '#contract/notifications.ts'
import type { CommentView, PublicCommentView } from '#contract/comments.ts'
import type { CrowdControlView } from '#contract/posts.crowd-control.ts'
import type { PostView, PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { visitor, type Person } from '#tests/support/http-client.ts'
import { openLive, type LiveClient } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'

interface Stored {
  id: string
  rev: number
}

/** Records by id: only newer ones are applied, and deleted ones stay deleted (LIVE L2). */
class Records<T extends Stored> {
  readonly alive = new Map<string, T>()
  readonly #gone = new Map<string, number>()

  /** `isNewer`: whether it takes the place of the one that is held. */
  take(record: T, isNewer = (held: T) => record.rev > held.rev): void {
    const held = this.alive.get(record.id)
    if (record.rev <= (this.#gone.get(record.id) ?? -1) || (held && !isNewer(held))) return
    this.alive.set(record.id, record)
  }

  markDeleted({ id, rev }: Tombstone): void {
    this.#gone.set(id, Math.max(rev, this.#gone.get(id) ?? 0))
    // A newer one has come back.
    if ((this.alive.get(id)?.rev ?? 0) <= rev) this.alive.delete(id)
  }

  /** A record that a whole list no longer contains is deleted, unless it arrived after the request. */
  keepOnly(listed: ReadonlySet<string>, known: ReadonlySet<string>): void {
    for (const id of known) if (!listed.has(id)) this.alive.delete(id)
  }
}

/** Everything that a page shows; equal to a refetch when nothing changes any more. */
export interface View {
  posts: PublicPostView[]
  /** Crowd control of the viewer's posts. */
  crowdControls: CrowdControlView[]
  reactions: [string, ReactionEmoji | null][]
  comments: PublicCommentView[]
  /** The comments that the viewer gave their poo. */
  poos: string[]
  conversations: ConversationView[]
  messages: MessageView[]
  notifications: NotificationView[]
  unread: readonly number[]
}

const byId = <T extends { id: string }>(list: Iterable<T>): T[] =>
  [...list].sort((a, b) => (a.id < b.id ? -1 : 1))
const publicly = <T extends { viewer: unknown }>({ viewer: _, ...view }: T) => view

/**
 * A page by the rules of LIVE, without a screen: it knows only what was pushed, and what the rules made it
 * fetch (after `ready`, after a watch, for gaps in a sequence).
 */
export class ModelPage {
  readonly person: Person
  #site: { url: string }
  #live: LiveClient | null = null
  /** Unfinished work that the rules have started. */
  readonly #working = new Set<Promise<unknown>>()
  readonly #posts = new Records<PublicPostView>()
  readonly #crowdControls = new Records<CrowdControlView>()
  readonly #reactions = new Map<string, { emoji: ReactionEmoji | null; rev: number }>()
  readonly #comments = new Records<PublicCommentView>()
  readonly #poos = new Map<string, { pooed: boolean; rev: number }>()
  readonly #conversations = new Records<ConversationView>()
  readonly #messages = new Records<MessageView>()
  readonly #spoken = new Map<string, Spoken[]>()
  /** The messages that were pushed as new: conversation and seq. */
  readonly created: [conversationId: string, seq: number][] = []
  readonly #notifications = new Records<NotificationView>()
  readonly #postBriefs = new Records<PostBrief>()
  readonly #commentBriefs = new Records<CommentBrief>()
  #unread: UnreadCountView = { count: 0, chats: 0, rev: -1 }
  /** What happened to its messages and its connection, for the report of a test that failed. */
  readonly history: string[] = []
  /** A resync has succeeded since the last connection. */
  hasLoaded = false

  constructor(person: Person, site: { url: string }) {
    this.person = person
    this.#site = site
  }

  get isUp(): boolean {
    return this.#live !== null
  }

  connect(site: { url: string } = this.#site): void {
    this.#site = site
    const live = openLive(site, { cookie: this.person.cookie() })
    this.#live = live
    this.hasLoaded = false
    this.#note('connects')
    this.#listen(live)
    live.socket.once('connect_error', () => this.#comeBack(live))
    void live.gone.then(() => this.#comeBack(live))
  }

  /** Cuts the connection without a close. */
  cut(): void {
    const live = this.#live
    this.#live = null
    this.#note('cuts')
    live?.socket.io.engine?.close()
    live?.close()
  }

  /** Resolves when everything that the rules have started is done. */
  async settled(): Promise<void> {
    while (this.#working.size > 0) await Promise.allSettled(this.#working)
  }

  view(): View {
    const posts = byId(this.#posts.alive.values())
    const comments = byId(this.#comments.alive.values()).filter(({ postId }) => this.#posts.alive.has(postId))
    // A declined request is in no list.
    const conversations = byId(this.#conversations.alive.values()).filter(
      ({ request }) => request !== 'declined',
    )
    const shown = new Set(conversations.map(({ id }) => id))
    return {
      posts,
      crowdControls: byId(this.#crowdControls.alive.values()),
      reactions: posts.map(({ id }) => [id, this.#reactions.get(id)?.emoji ?? null]),
      comments,
      poos: comments.map(({ id }) => id).filter((id) => this.#poos.get(id)?.pooed),
      // The row of a group keeps its rev when messages are added to it.
      conversations: conversations.map((one) => ({ ...one, rev: 0 })),
      messages: byId(this.#messages.alive.values()).filter(({ conversationId }) => shown.has(conversationId)),
      notifications: byId(this.#notifications.alive.values()).map((one) => this.#withAbout(one)),
      unread: [this.#unread.count, this.#unread.chats],
    }
  }

  #comeBack(live: LiveClient): void {
    if (this.#live === live) this.connect()
  }

  #note(what: string): void {
    this.history.push(`${new Date().toISOString().slice(14, 23)} ${what}`)
  }

  #listen({ socket }: LiveClient): void {
    socket.on('ready', () => {
      this.#note('ready')
      this.#work(this.#resync())
    })
    socket.on('post:created', ({ posts, more }) => {
      posts.forEach((post) => this.#posts.take(post))
      this.#work(more > 0 ? this.#fetchPosts() : this.#watch(posts.map(({ id }) => id)))
    })
    socket.on('post:updated', ({ post }) => {
      this.#posts.take(post)
      this.#postBriefs.take(postBrief(post))
    })
    socket.on('post:deleted', (tombstone) => {
      this.#posts.markDeleted(tombstone)
      this.#postBriefs.markDeleted(tombstone)
    })
    socket.on('post:reacted', ({ postId, ...reaction }) => this.#takeReaction(postId, reaction))
    socket.on('plunger:updated', ({ plunger }) => this.#crowdControls.take(plunger))
    socket.on('plunger:ended', (tombstone) => this.#crowdControls.markDeleted(tombstone))
    socket.on('comment:created', ({ comment }) => this.#comments.take(comment))
    socket.on('comment:updated', ({ comment }) => {
      this.#comments.take(comment)
      this.#commentBriefs.take(commentBrief(comment))
    })
    socket.on('comment:pooed', ({ id, pooed, rev }) => this.#takePoo(id, { pooed, rev }))
    socket.on('comment:deleted', (tombstone) => {
      this.#comments.markDeleted(tombstone)
      this.#commentBriefs.markDeleted(tombstone)
    })
    socket.on('message:created', ({ message, senderName }) => {
      this.created.push([message.conversationId, message.seq])
      this.#takeMessage(message)
      this.#takeSpoken({ message, senderName })
    })
    socket.on('message:updated', ({ message }) => this.#keepMessage(message))
    socket.on('conversation:updated', ({ conversation }) => this.#takeConversation(conversation))
    socket.on('conversation:deleted', (gone) => {
      this.#conversations.markDeleted(gone)
      this.#dropUnreadable(gone.id)
    })
    socket.on('relation:updated', () => this.#work(this.#refetchAfterRelation()))
    socket.on('notification:created', ({ notification }) => this.#takeNotification(notification))
    socket.on('notification:updated', ({ notifications }) =>
      notifications.forEach((one) => this.#keepNotification(one)),
    )
    socket.on('notification:deleted', ({ tombstones }) =>
      tombstones.forEach((one) => this.#notifications.markDeleted(one)),
    )
    socket.on('notification:count', (count) => this.#takeCount(count))
  }

  #work(work: Promise<unknown>): void {
    this.#working.add(work)
    const done = () => this.#working.delete(work)
    // A failed request counts as an interruption: the next `ready` refetches everything.
    work.then(done, (error: unknown) => {
      this.#note(`failed: ${String(error)}`)
      done()
    })
  }

  async #get<T>(path: string): Promise<T> {
    const { status, body, text } = await this.person.get<T>(path)
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    return body
  }

  async #resync(): Promise<void> {
    const live = this.#live
    const parts = [
      this.#watchFeed(),
      this.#fetchCrowdControls(),
      this.#fetchConversations(),
      this.#fetchNotifications(),
      this.#fetchCount(),
    ]
    const failed = (await Promise.allSettled(parts)).some(({ status }) => status === 'rejected')
    if (this.#live !== live) return
    this.hasLoaded = !failed
    this.#note(failed ? 'resync failed' : 'resync done')
    if (!failed) return
    await pause(200)
    await this.#resync()
  }

  async #watchFeed(): Promise<void> {
    await this.#live?.send('watch', { topic: 'feed' })
    await this.#fetchPosts()
  }

  async #fetchCrowdControls(): Promise<void> {
    const known = [...this.#crowdControls.alive.values()]
    const listed = await this.#get<CrowdControlView[]>('/plungers')
    const unchanged = known.filter((one) => this.#crowdControls.alive.get(one.id) === one)
    this.#crowdControls.keepOnly(new Set(listed.map(({ id }) => id)), new Set(unchanged.map(({ id }) => id)))
    listed.forEach((one) => this.#crowdControls.take(one))
  }

  async #fetchPosts(): Promise<void> {
    const known = new Set(this.#posts.alive.keys())
    const listed = await everyPage<PostView>((cursor) =>
      this.#get(`/posts${cursor ? `?cursor=${cursor.createdAt}` : ''}`),
    )
    this.#posts.keepOnly(new Set(listed.map(({ id }) => id)), known)
    listed.forEach((post) => this.#takeOwnPost(post))
    await this.#watch(listed.map(({ id }) => id))
  }

  /** Refetches what was fetched before the server subscribed the page. */
  async #watch(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    for (let at = 0; at < ids.length; at += 100)
      await this.#live?.send('watch', { posts: ids.slice(at, at + 100) })
    for (const id of ids) await this.#fetchPost(id)
    // Their notifications may have been read before the subscription (LIVE L28).
    if (this.#isAboutAny(new Set(ids))) await this.#fetchNotifications()
  }

  #isAboutAny(ids: ReadonlySet<string>): boolean {
    return [...this.#notifications.alive.values()].some(({ data }) =>
      ids.has((data as { postId?: string }).postId ?? ''),
    )
  }

  async #fetchPost(id: string): Promise<void> {
    const { status, body } = await this.person.get<PostView>(`/posts/${id}`)
    if (status === 404) return void this.#posts.alive.delete(id)
    if (status !== 200) throw new Error(`${status}`)
    this.#takeOwnPost(body)
    const known = new Set(
      [...this.#comments.alive.values()].filter(({ postId }) => postId === id).map((comment) => comment.id),
    )
    const listed = await everyPage<CommentView>((cursor) =>
      this.#get(`/posts/${id}/comments${cursor ? `?cursor=${cursor.createdAt}` : ''}`),
    )
    this.#comments.keepOnly(new Set(listed.map((comment) => comment.id)), known)
    for (const comment of listed) {
      this.#comments.take(publicly(comment))
      this.#takePoo(comment.id, { pooed: comment.viewer.pooed, rev: comment.rev })
    }
  }

  #takePoo(id: string, poo: { pooed: boolean; rev: number }): void {
    if (poo.rev >= (this.#poos.get(id)?.rev ?? -1)) this.#poos.set(id, poo)
  }

  #takeOwnPost(post: PostView): void {
    this.#posts.take(publicly(post))
    this.#takeReaction(post.id, { emoji: post.viewer.reaction, rev: post.rev })
  }

  #takeReaction(postId: string, reaction: { emoji: ReactionEmoji | null; rev: number }): void {
    if (reaction.rev >= (this.#reactions.get(postId)?.rev ?? -1)) this.#reactions.set(postId, reaction)
  }

  /** Some pushes of the moment before are still on their way (the page waits as long). */
  async #refetchAfterRelation(): Promise<void> {
    await pause(50)
    await Promise.all([this.#fetchConversations(), this.#fetchNotifications(), this.#fetchCount()])
  }

  async #fetchConversations(): Promise<void> {
    const held = [...this.#conversations.alive.values()]
    // What was in the shelf before and is in no list now was declined meanwhile; a group was left.
    const mayBeGone = held.filter(({ request, group }) => request === 'waiting' || group)
    const [requests, conversations] = [
      await this.#get<ConversationView[]>('/messages/requests'),
      await this.#get<ConversationView[]>('/messages/conversations'),
    ]
    const listed = [...requests, ...conversations]
    this.#conversations.keepOnly(
      new Set(listed.map(({ id }) => id)),
      new Set(mayBeGone.flatMap((one) => (this.#conversations.alive.get(one.id) === one ? one.id : []))),
    )
    listed.forEach((one) => this.#takeConversation(one))
    held.filter(({ id }) => !this.#conversations.alive.has(id)).forEach(({ id }) => this.#dropUnreadable(id))
    await Promise.all(listed.map(({ id }) => this.#fetchThread(id, 0)))
  }

  /** A message comes without its row (LIVE L52). */
  #takeSpoken(one: Spoken): void {
    const { conversationId, seq } = one.message
    this.#spoken.set(conversationId, [...(this.#spoken.get(conversationId) ?? []), one])
    const row = this.#conversations.alive.get(conversationId)
    if (row) this.#addSpoken(row)
    if ((this.#conversations.alive.get(conversationId)?.lastSeq ?? 0) < seq)
      this.#work(this.#fetchConversations())
  }

  /** What was written before the person came into the group, perhaps not for the first time (LIVE L49). */
  #dropUnreadable(conversationId: string): void {
    const row = this.#conversations.alive.get(conversationId)
    const first = row ? (row.group?.firstSeq ?? 1) : Infinity
    for (const message of this.#messages.alive.values())
      if (message.conversationId === conversationId && message.seq < first)
        this.#messages.alive.delete(message.id)
    if (!row) this.#spoken.delete(conversationId)
  }

  #keepMessage(message: MessageView): void {
    this.#messages.take(message, (held) => isFresher(message, held))
  }

  #takeConversation(conversation: ConversationView): void {
    this.#conversations.take(conversation)
    const row = this.#conversations.alive.get(conversation.id)
    if (row?.group) this.#dropUnreadable(row.id)
    if (row) this.#addSpoken(row)
  }

  #addSpoken(row: ConversationView): void {
    const spoken = (this.#spoken.get(row.id) ?? []).toSorted((a, b) => a.message.seq - b.message.seq)
    const next = spoken.reduce(
      (current, one) =>
        one.message.seq === current.lastSeq + 1 ? withMessage(current, one, this.person.id) : current,
      row,
    )
    this.#conversations.alive.set(row.id, next)
  }

  async #fetchThread(conversationId: string, after: number): Promise<void> {
    const page = await this.#get<MessageView[]>(`/messages/${conversationId}?after=${after}`)
    this.#note(`thread ${conversationId} after ${after}: ${page.map(({ seq }) => seq).join(' ')}`)
    page.forEach((message) => this.#keepMessage(message))
    if (page.length > 0) await this.#fetchThread(conversationId, page.at(-1)!.seq)
  }

  /** Fetches a gap in the sequence (LIVE L6). */
  #takeMessage(message: MessageView): void {
    const newest = Math.max(
      0,
      ...[...this.#messages.alive.values()]
        .filter((one) => one.conversationId === message.conversationId)
        .map(({ seq }) => seq),
    )
    this.#note(`message:created ${message.conversationId} ${message.seq}`)
    this.#keepMessage(message)
    if (message.seq > newest + 1) this.#work(this.#fetchThread(message.conversationId, newest))
  }

  async #fetchNotifications(): Promise<void> {
    const known = new Map([...this.#notifications.alive].map(([id, { rev }]) => [id, rev]))
    const listed = await everyPage<NotificationView>((last) =>
      this.#get(`/notifications${last ? `?before=${last.seq}` : ''}`),
    )
    listed.forEach((one) => this.#keepNotification(one))
    // What came back since the question stays.
    const unchanged = [...this.#notifications.alive.values()].filter(({ id, rev }) => known.get(id) === rev)
    this.#notifications.keepOnly(new Set(listed.map(({ id }) => id)), new Set(unchanged.map(({ id }) => id)))
  }

  /** What it is about has its own rev. */
  #keepNotification(notification: NotificationView): void {
    const { post, comment } = notification.about
    const { postId = '', commentId = '' } = notification.data as { postId?: string; commentId?: string }
    if (post) this.#postBriefs.take(post)
    else this.#postBriefs.alive.delete(postId)
    if (comment) this.#commentBriefs.take(comment)
    else this.#commentBriefs.alive.delete(commentId)
    this.#notifications.take(notification)
  }

  #withAbout({ data, ...notification }: NotificationView): NotificationView {
    const { postId = '', commentId = '' } = data as { postId?: string; commentId?: string }
    const post = this.#postBriefs.alive.get(postId) ?? null
    const comment = post && (this.#commentBriefs.alive.get(commentId) ?? null)
    return { ...notification, data, about: { post, comment } } as NotificationView
  }

  #takeNotification(notification: NotificationView): void {
    const newest = Math.max(0, ...[...this.#notifications.alive.values()].map(({ seq }) => seq))
    this.#keepNotification(notification)
    if (notification.seq > newest + 1) this.#work(this.#fetchNotifications())
  }

  async #fetchCount(): Promise<void> {
    this.#takeCount(await this.#get<UnreadCountView>('/notifications/unread-count'))
  }

  #takeCount(count: UnreadCountView): void {
    if (count.rev > this.#unread.rev) this.#unread = count
  }
}

async function everyPage<T>(fetchPage: (last: T | undefined) => Promise<T[]>): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const page = await fetchPage(all.at(-1))
    if (page.length === 0) return all
    all.push(...page)
  }
}

/**
 * The state of a newly opened page of the person. `within`: how long it may take to load, ms.
 */
export async function freshView(who: Person, site: { url: string }, within?: number): Promise<View> {
  const caller = visitor(site)
  caller.setCookie(who.cookie())
  const fresh = new ModelPage({ ...who, ...caller }, site)
  fresh.connect()
  await until(
    'a fresh page has loaded',
    async () => {
      await fresh.settled()
      return fresh.hasLoaded
    },
    within,
  )
  fresh.cut()
  return fresh.view()
}

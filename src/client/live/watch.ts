import { useEffect } from 'react'
import type { Topic, WatchInput } from '#contract/events.ts'
import { isLive, sinceQuiet, useConnection, viewerUnchangedSince } from './connection.store.ts'
import { signal } from './socket.ts'

/** Changes within this time share a signal: scrolling sends one or two a second, not one per post. */
const DEBOUNCE_MS = 200
/** A refused subscription is retried after this time, up to MAX_TRIES times. */
const RETRY_MS = 5_000
const MAX_TRIES = 3
/** Posts in one signal (contract). */
const MAX_POSTS = 100

type Kind = 'post' | 'topic' | 'conversation' | 'profile'
type Key = `${Kind}:${string}`
interface Subscription {
  /** Number of components that need it. */
  users: number
  sent: boolean
  tries: number
  /** Nothing changed between this time and the subscription, epoch ms; Infinity: unknown. */
  unchangedSince: number
  onSubscribed: Set<OnSubscribed>
}

/** The server has subscribed the page. Data fetched before `unchangedSince` may be outdated. */
export type OnSubscribed = (unchangedSince: number) => void

const subscriptions = new Map<Key, Subscription>()
let timer: ReturnType<typeof setTimeout> | null = null

const UNSENT = { sent: false, tries: 0, unchangedSince: Infinity }

function retain(key: Key, onSubscribed?: OnSubscribed): () => void {
  const subscription = subscriptions.get(key) ?? { users: 0, ...UNSENT, onSubscribed: new Set() }
  subscription.users += 1
  if (onSubscribed) subscription.onSubscribed.add(onSubscribed)
  subscriptions.set(key, subscription)
  flushSoon()
  return () => {
    subscription.users -= 1
    if (onSubscribed) subscription.onSubscribed.delete(onSubscribed)
    flushSoon()
  }
}

function flushSoon(wait = DEBOUNCE_MS): void {
  timer ??= setTimeout(flush, wait)
}

function flush(): void {
  timer = null
  if (!isLive()) return dropUnused()
  const all = [...subscriptions]
  const added = all.filter(([, { users, sent, tries }]) => users > 0 && !sent && tries < MAX_TRIES)
  const ended = all.filter(([, { users }]) => users === 0)
  for (const [key] of ended) subscriptions.delete(key)
  for (const [, subscription] of added) subscription.sent = true
  for (const keys of batches(added.map(([key]) => key))) underWay.push(watch(keys))
  for (const keys of batches(ended.filter(([, { sent }]) => sent).map(([key]) => key)))
    void signal('unwatch', inputOf(keys))
}

let underWay: Promise<void>[] = []

/** Subscribes to what is on screen. Resolves when the server has answered. */
export async function subscribeNow(): Promise<void> {
  if (timer) clearTimeout(timer)
  flush()
  const now = underWay
  underWay = []
  await Promise.all(now)
}

/** All pushes may have been missed for a while, so nothing is known to be unchanged. */
export function forgetUnchanged(): void {
  for (const subscription of subscriptions.values()) subscription.unchangedSince = Infinity
}

/** Whether the server has said that nothing subscribed has changed since `fetchedAt` (epoch ms). */
export const isUnchangedSince = (key: Key, fetchedAt: number): boolean =>
  fetchedAt >= (subscriptions.get(key)?.unchangedSince ?? Infinity)

async function watch(keys: readonly Key[]): Promise<void> {
  const answer = await signal('watch', inputOf(keys))
  const { ok } = answer
  const unchangedSince = ok ? Math.max(sinceQuiet(answer.quietMs), viewerUnchangedSince()) : Infinity
  for (const key of keys) {
    const subscription = subscriptions.get(key)
    if (!subscription) continue
    subscription.unchangedSince = unchangedSince
    if (ok)
      for (const onSubscribed of subscription.onSubscribed) onSubscribed(Math.min(unchangedSince, Date.now()))
    else Object.assign(subscription, { sent: false, tries: subscription.tries + 1 })
  }
  if (!ok) setTimeout(flushSoon, RETRY_MS)
}

/** Posts share a signal. All others have their own, so that a refusal affects nothing else. */
function batches(keys: readonly Key[]): Key[][] {
  const posts = keys.filter((key) => key.startsWith('post:'))
  const count = Math.ceil(posts.length / MAX_POSTS)
  const pages = Array.from({ length: count }, (_, at) => posts.slice(at * MAX_POSTS, (at + 1) * MAX_POSTS))
  return [...pages, ...keys.filter((key) => !key.startsWith('post:')).map((key) => [key])]
}

function inputOf(keys: readonly Key[]): WatchInput {
  const names = keys.map((key) => key.slice(key.indexOf(':') + 1))
  const [name = ''] = names
  if (keys[0]?.startsWith('topic:')) return { topic: name as Topic }
  if (keys[0]?.startsWith('conversation:')) return { conversation: name }
  if (keys[0]?.startsWith('profile:')) return { profile: name }
  return { posts: names }
}

function dropUnused(): void {
  for (const [key, { users }] of subscriptions) if (users === 0) subscriptions.delete(key)
}

// Subscriptions end with the socket: those still needed are made again (LIVE L13).
useConnection.subscribe(({ status }, before) => {
  if (status !== 'live' || before.status === 'live') return
  for (const subscription of subscriptions.values()) Object.assign(subscription, UNSENT)
  flushSoon(0)
})

/**
 * While mounted, changes of these posts are pushed (LIVE L13). Several components may watch the same post.
 * `onWatched` runs for each post once the server has begun, and must be stable.
 */
export function useWatchPosts(
  ids: readonly string[],
  onWatched?: (id: string, unchangedSince: number) => void,
): void {
  const joined = ids.join(' ')
  useEffect(() => {
    const retainPost = (id: string) => retain(`post:${id}`, onWatched && ((since) => onWatched(id, since)))
    const releases = joined.split(' ').filter(Boolean).map(retainPost)
    return () => releases.forEach((release) => release())
  }, [joined, onWatched])
}

/** Watches a post that is watched now for so long, though nothing shows it: it may come back (LIVE L27). */
export function watchOn(postId: string, ms: number): void {
  if (subscriptions.has(`post:${postId}`)) setTimeout(retain(`post:${postId}`), ms)
}

/** While mounted (and not null), this topic is pushed. `onWatched` runs once the server has begun; stable. */
export function useWatchTopic(topic: Topic | null, onWatched?: OnSubscribed): void {
  useEffect(() => (topic ? retain(`topic:${topic}`, onWatched) : undefined), [topic, onWatched])
}

/** While mounted (and not null), the other person's presence in this conversation is pushed. */
export function useWatchConversation(id: string | null): void {
  useEffect(() => (id ? retain(`conversation:${id}`) : undefined), [id])
}

/** While mounted (and not null), this person's profile is pushed. `onWatched` as with topics. */
export function useWatchProfile(userId: string | null, onWatched?: OnSubscribed): void {
  useEffect(() => (userId ? retain(`profile:${userId}`, onWatched) : undefined), [userId, onWatched])
}

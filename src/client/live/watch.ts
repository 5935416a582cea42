import { useEffect } from 'react'
import type { Topic, WatchInput } from '#contract/events.ts'
import { isLive, useConnection } from './connection.store.ts'
import { signal } from './socket.ts'

/** Changes are collected this long, so that scrolling is a signal or two a second and not one a post. ms. */
const GATHER = 200
/** A watch that was refused is asked for again after this long, so many times. */
const RETRY = 5_000
const MOST_TRIES = 3
/** Posts one signal may carry (contract). */
const MOST_POSTS = 100

type Kind = 'post' | 'topic' | 'conversation' | 'profile'
type Key = `${Kind}:${string}`
interface Wish {
  holders: number
  sent: boolean
  tries: number
  /** Told when the server has us on its list: what was fetched before may be stale by now. */
  heard: Set<() => void>
}

const wishes = new Map<Key, Wish>()
let gathering: ReturnType<typeof setTimeout> | null = null

function hold(key: Key, heard?: () => void): () => void {
  const wish = wishes.get(key) ?? { holders: 0, sent: false, tries: 0, heard: new Set() }
  wish.holders += 1
  if (heard) wish.heard.add(heard)
  wishes.set(key, wish)
  gather()
  return () => {
    wish.holders -= 1
    if (heard) wish.heard.delete(heard)
    gather()
  }
}

function gather(wait = GATHER): void {
  gathering ??= setTimeout(flush, wait)
}

function flush(): void {
  gathering = null
  if (!isLive()) return dropUnheld()
  const fresh = [...wishes].filter(([, wish]) => wish.holders > 0 && !wish.sent && wish.tries < MOST_TRIES)
  const over = [...wishes].filter(([, wish]) => wish.holders === 0)
  for (const [key] of over) wishes.delete(key)
  for (const [, wish] of fresh) wish.sent = true
  for (const keys of batches(fresh.map(([key]) => key))) void ask(keys)
  for (const keys of batches(over.filter(([, wish]) => wish.sent).map(([key]) => key)))
    void signal('unwatch', inputOf(keys))
}

async function ask(keys: readonly Key[]): Promise<void> {
  const { ok } = await signal('watch', inputOf(keys))
  for (const key of keys) {
    const wish = wishes.get(key)
    if (!wish) continue
    if (ok) for (const heard of wish.heard) heard()
    else Object.assign(wish, { sent: false, tries: wish.tries + 1 })
  }
  if (!ok) setTimeout(gather, RETRY)
}

/**
 * Up to 100 posts a signal; everything else goes alone, because one that is refused must not take others with
 * it.
 */
function batches(keys: readonly Key[]): Key[][] {
  const posts = keys.filter((key) => key.startsWith('post:'))
  const count = Math.ceil(posts.length / MOST_POSTS)
  const pages = Array.from({ length: count }, (_, at) => posts.slice(at * MOST_POSTS, (at + 1) * MOST_POSTS))
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

function dropUnheld(): void {
  for (const [key, wish] of wishes) if (wish.holders === 0) wishes.delete(key)
}

// Rooms end with the socket: everything on screen is asked for again (LIVE L13).
useConnection.subscribe(({ status }, before) => {
  if (status !== 'live' || before.status === 'live') return
  for (const wish of wishes.values()) Object.assign(wish, { sent: false, tries: 0 })
  gather(0)
})

/**
 * While mounted, the counters of these posts arrive (LIVE L13). Counted: many components may watch the same
 * post.
 * `onWatched` runs for each post that the server has begun to push, and must be stable.
 */
export function useWatchPosts(ids: readonly string[], onWatched?: (id: string) => void): void {
  const joined = ids.join(' ')
  useEffect(() => {
    const watch = (id: string) => hold(`post:${id}`, onWatched && (() => onWatched(id)))
    const releases = joined.split(' ').filter(Boolean).map(watch)
    return () => releases.forEach((release) => release())
  }, [joined, onWatched])
}

/**
 * While mounted (and not null), this topic is pushed. `onWatched` runs whenever the server has begun, and
 * must be stable.
 */
export function useWatchTopic(topic: Topic | null, onWatched?: () => void): void {
  useEffect(() => (topic ? hold(`topic:${topic}`, onWatched) : undefined), [topic, onWatched])
}

/** While mounted (and not null), the other person's presence in this conversation is pushed. */
export function useWatchConversation(id: string | null): void {
  useEffect(() => (id ? hold(`conversation:${id}`) : undefined), [id])
}

/** While mounted (and not null), this person's profile is pushed. `onWatched` as with topics. */
export function useWatchProfile(userId: string | null, onWatched?: () => void): void {
  useEffect(() => (userId ? hold(`profile:${userId}`, onWatched) : undefined), [userId, onWatched])
}

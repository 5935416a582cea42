import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { endErasure, storedAccount } from '#client/features/account/data/viewer/stored-account.ts'
import { deviceStore } from '#client/live/device-store.ts'
import type { GroupMembersView } from '#contract/messages.groups.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { applyOfflineConversations } from '../conversations.store.ts'
import { emptiedIfExpired, nextExpiry, previewIfExpired } from '../disappearing.ts'
import type { ThreadWindow } from '../thread-window.ts'
import { serverNow } from '#client/ui/server-time.ts'

// What this browser keeps for reading without a network (LIVE L53): the list and the newest messages of some threads,
// with the members of groups, by person. Media stay with the server; only their addresses are here.

/** Raised with every change of what is stored, its views included: another version is dropped unread. */
export const COPY_VERSION = 4

export const COPY_LIMITS = { conversations: 50, threads: 20, messages: 50 } as const

interface KeptList {
  version: number
  /** Epoch ms. */
  at: number
  conversations: readonly ConversationView[]
}

interface KeptThread {
  version: number
  at: number
  items: readonly MessageView[]
  reachedStart: boolean
}

interface KeptMembers {
  version: number
  view: GroupMembersView
}

/** The worker looks into the same table (offline/worker.js). */
const store = deviceStore('royal-flush-messages', 'kept')

const listKey = (viewerId: string) => `${viewerId}:list`
const threadPrefix = (viewerId: string) => `${viewerId}:thread:`
const threadKey = (viewerId: string, conversationId: string) => threadPrefix(viewerId) + conversationId
const membersKey = (viewerId: string, groupId: string) => `${viewerId}:members:${groupId}`

export const isOfflineCopyOf = (viewerId: string): boolean => storedAccount()?.id === viewerId

async function load<T extends { version: number }>(viewerId: string, key: string): Promise<T | null> {
  if (!isOfflineCopyOf(viewerId)) return null
  const kept = await store.get<T>(key)
  if (!kept || kept.version === COPY_VERSION) return kept
  await store.remove([key])
  return null
}

/** Shows the list as it was kept, without words whose time has passed, unless the server's answer is there. */
export async function showOfflineList(viewerId: string): Promise<void> {
  const list = await load<KeptList>(viewerId, listKey(viewerId))
  if (!list || currentViewer()?.id !== viewerId) return
  const now = serverNow()
  applyOfflineConversations(
    list.conversations.map((one) => previewIfExpired(one, now)),
    list.at,
  )
}

/** The newest messages of a thread as they were kept, without those whose time has passed. */
export async function offlineThread(viewerId: string, conversationId: string): Promise<ThreadWindow | null> {
  const thread = await load<KeptThread>(viewerId, threadKey(viewerId, conversationId))
  if (!thread || thread.items.length === 0) return null
  const { items, reachedStart, at } = thread
  const now = serverNow()
  return { items: items.map((message) => emptiedIfExpired(message, now)), reachedStart, keptAt: at }
}

/** The members of a group as they were kept: the thread has their ids alone. */
export const offlineMembers = async (viewerId: string, groupId: string): Promise<GroupMembersView | null> =>
  (await load<KeptMembers>(viewerId, membersKey(viewerId, groupId)))?.view ?? null

/** Empties what has disappeared, and answers when the next message will: epoch ms, Infinity for none. */
export async function sweepOfflineThread(viewerId: string, conversationId: string): Promise<number> {
  const key = threadKey(viewerId, conversationId)
  const thread = await load<KeptThread>(viewerId, key)
  if (!thread) return Infinity
  const now = serverNow()
  const items = thread.items.map((message) => emptiedIfExpired(message, now))
  if (items.some((message, at) => message !== thread.items[at]))
    await store.set([[key, { ...thread, items }]])
  return nextExpiry(items)
}

/** The conversations whose messages are kept. */
export const offlineThreadIds = async (viewerId: string): Promise<string[]> =>
  (await store.keys()).flatMap((key) =>
    key.startsWith(threadPrefix(viewerId)) ? key.slice(threadPrefix(viewerId).length) : [],
  )

interface Changes {
  /** Null: it has not changed. */
  list: readonly ConversationView[] | null
  threads: readonly (readonly [conversationId: string, window: ThreadWindow])[]
  members: readonly GroupMembersView[]
}

/** Writes what has changed. Returns whether the browser stored it. */
export function writeOfflineCopy(viewerId: string, { list, threads, members }: Changes): Promise<boolean> {
  const stamp = { version: COPY_VERSION, at: Date.now() }
  const entries: [string, KeptList | KeptThread | KeptMembers][] = threads.map(
    ([id, { items, reachedStart }]) => [
      threadKey(viewerId, id),
      {
        ...stamp,
        items: items.slice(-COPY_LIMITS.messages),
        reachedStart: reachedStart && items.length <= COPY_LIMITS.messages,
      },
    ],
  )
  for (const view of members) entries.push([membersKey(viewerId, view.id), { ...stamp, view }])
  if (list) entries.push([listKey(viewerId), { ...stamp, conversations: list }])
  return entries.length === 0 ? Promise.resolve(true) : store.set(entries)
}

export const dropOfflineThreads = async (viewerId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await store.remove(ids.flatMap((id) => [threadKey(viewerId, id), membersKey(viewerId, id)]))
}

/** Erases what is kept of everybody but this person. Returns whether there was something, and it is gone. */
export async function eraseOthers(viewerId: string | null): Promise<boolean> {
  const others = (await store.keys()).filter((key) => viewerId === null || !key.startsWith(`${viewerId}:`))
  const isErased = others.length > 0 && (await store.remove(others))
  if (isErased || others.length === 0) endErasure()
  return isErased
}

/** Erases what is kept of this person. */
export const eraseOfflineCopy = async (viewerId: string): Promise<void> =>
  void (await store.remove((await store.keys()).filter((key) => key.startsWith(`${viewerId}:`))))

import {
  isErasureDue,
  storeAccount,
  storedAccount,
} from '#client/features/account/data/viewer/stored-account.ts'
import { beforeLogOut } from '#client/features/account/data/viewer/viewer.actions.ts'
import {
  currentViewer,
  isViewerStored,
  useViewerStore,
} from '#client/features/account/data/viewer/viewer.store.ts'
import { onRelationChange } from '#client/features/people/data/relations/relations.store.ts'
import { inBatches } from '#client/live/batch.ts'
import { ApiError } from '#client/live/http.ts'
import { onReset } from '#client/live/registry.ts'
import { whenIdle } from '#client/ui/when-idle.ts'
import { PAGE } from '#contract/limits.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import { conversationsIn } from '../conversation-lists.ts'
import { conversationOf, useConversationsStore } from '../conversations.store.ts'
import { nextExpiry } from '../disappearing.ts'
import { loadNewMembers, useGroups } from '../groups.store.ts'
import { fetchMessages } from '../messages.api.ts'
import { EMPTY_WINDOW, mergeMessages, type ThreadWindow } from '../thread-window.ts'
import { messageListeners, threadOf, useThreads } from '../threads.store.ts'
import {
  COPY_LIMITS,
  dropOfflineThreads,
  eraseOfflineCopy,
  eraseOthers,
  isOfflineCopyOf,
  offlineThread,
  offlineThreadIds,
  sweepOfflineThread,
  writeOfflineCopy,
} from './offline-messages.ts'
import { serverNow } from '#client/ui/server-time.ts'

// Follows the stores and writes what they hold into the browser's copy: in idle moments, many changes at once.

/** Changes within this time are written together, ms. */
const GATHER_MS = 1_000
/** Of so many of the newest conversations the messages are kept, also when they were never opened here. */
const NEWEST = 10

interface Keeping {
  viewerId: string
  /** Threads in the copy; the one that was written longest ago first. */
  threadIds: string[]
  /** What was written last: only what differs is written. */
  list: readonly ConversationView[]
  windows: Map<string, ThreadWindow>
  /** The `rev` of the members, by group. */
  members: Map<string, number>
  /** Messages that came for kept threads which the page does not hold. */
  pushed: Map<string, MessageView[]>
}

/** Null while nobody's messages are kept. */
let keeping: Keeping | null = null
let beginning: { viewerId: string; done: Promise<void> } | null = null
let pending = false
let lastWrite: Promise<void> = Promise.resolve()

/** Keeps this person's messages from now on. The browser keeps those of one person. */
export function startOfflineCopy(viewerId: string): Promise<void> {
  // The call may come late, in an idle moment after a log-out.
  if (currentViewer()?.id !== viewerId) return Promise.resolve()
  if (beginning?.viewerId !== viewerId) beginning = { viewerId, done: begin(viewerId) }
  return beginning.done
}

async function begin(viewerId: string): Promise<void> {
  if (isErasureDue()) await eraseOthers(viewerId)
  const user = currentViewer()
  if (user?.id !== viewerId) return
  // Without a stored account nothing can be shown, so nothing is kept.
  if (storedAccount()?.id !== viewerId && !storeAccount(user)) return
  const current: Keeping = {
    viewerId,
    threadIds: [],
    list: [],
    windows: new Map(),
    members: new Map(),
    pushed: new Map(),
  }
  keeping = current
  current.threadIds = await offlineThreadIds(viewerId)
  await sweep(current)
  schedule()
}

function stopKeeping(): Promise<void> {
  const left = keeping
  keeping = null
  beginning = null
  // After what this page was about to write.
  if (left) lastWrite = lastWrite.then(() => eraseOfflineCopy(left.viewerId))
  return lastWrite
}

onReset(() => void stopKeeping())
beforeLogOut(stopKeeping)

for (const store of [useThreads, useConversationsStore, useGroups, useViewerStore])
  store.subscribe(() => schedule())

// A block hides words in groups, and its end shows them (LIVE L50).
onRelationChange(() => {
  if (keeping) void refreshOfflineCopy(keeping.viewerId)
})

messageListeners.add((message) => {
  const { conversationId } = message
  if (!keeping?.threadIds.includes(conversationId) || threadOf(conversationId)) return
  keeping.pushed.set(conversationId, [...(keeping.pushed.get(conversationId) ?? []), message])
  schedule()
})

function schedule(): void {
  if (!keeping || pending) return
  pending = true
  setTimeout(
    () =>
      whenIdle(() => {
        pending = false
        writeNow()
      }),
    GATHER_MS,
  )
}

function writeNow(): void {
  if (keeping) lastWrite = writeChanges(keeping)
}

// The page may not come back from there.
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && writeNow())

/** Only what the server has confirmed, and only while nobody has logged out in another tab. */
const mayWrite = (current: Keeping): boolean =>
  keeping === current && !isViewerStored() && isOfflineCopyOf(current.viewerId)

async function writeChanges(current: Keeping): Promise<void> {
  await lastWrite
  const user = currentViewer()
  if (!user || !mayWrite(current)) return
  storeAccount(user)
  const list = changedList(current)
  const held = [...useThreads.getState().windows].filter(
    ([id, window]) => window.keptAt === undefined && !window.hasNewer && current.windows.get(id) !== window,
  )
  const amended = await amendKept(current)
  if (!mayWrite(current)) return
  await write(current, list, [...held, ...amended])
}

/** Null when it has not changed, or is not known. */
function changedList(current: Keeping): ConversationView[] | null {
  if (!useConversationsStore.getState().isListed) return null
  const list = conversationsIn('list').slice(0, COPY_LIMITS.conversations)
  const isSame = list.length === current.list.length && list.every((one, at) => one === current.list[at])
  return isSame ? null : list
}

/** Threads of the copy with what was pushed for them. */
async function amendKept(current: Keeping): Promise<[string, ThreadWindow][]> {
  const amended: [string, ThreadWindow][] = []
  const pushed = [...current.pushed]
  current.pushed.clear()
  for (const [id, messages] of pushed) {
    const kept = await offlineThread(current.viewerId, id)
    if (!kept) continue
    const { window } = mergeMessages(kept, messages)
    if (window !== kept) amended.push([id, window])
  }
  return amended
}

async function write(
  current: Keeping,
  list: readonly ConversationView[] | null,
  threads: readonly [string, ThreadWindow][],
): Promise<void> {
  const known = list ?? (current.list.length > 0 ? current.list : null)
  // Before the list is known every thread counts as listed.
  const isListed = (id: string) => known === null || known.some((one) => one.id === id)
  const shownInList = threads.filter(([id, { items }]) => isListed(id) && items.length > 0)
  const written = shownInList.map(([id]) => id)
  const ids = [...current.threadIds.filter((id) => !written.includes(id)), ...written]
  const staying = ids.filter(isListed).slice(-COPY_LIMITS.threads)
  const members = [...useGroups.getState().records.values()].filter(
    ({ id, rev }) => staying.includes(id) && current.members.get(id) !== rev,
  )
  if (!(await writeOfflineCopy(current.viewerId, { list, threads: shownInList, members }))) return
  if (list) current.list = list
  for (const [id, window] of threads) current.windows.set(id, window)
  for (const id of current.windows.keys()) if (!threadOf(id)) current.windows.delete(id)
  for (const { id, rev } of members) current.members.set(id, rev)
  current.threadIds = staying
  const leaving = ids.filter((id) => !staying.includes(id))
  leaving.forEach((id) => current.members.delete(id))
  await dropOfflineThreads(current.viewerId, leaving)
  sweepAt(Math.min(...shownInList.map(([, { items }]) => nextExpiry(items))))
}

let sweepTimer: ReturnType<typeof setTimeout> | undefined
let nextSweep = Infinity

/** Messages that disappear leave the copy at their time (LIVE L43). `at`: epoch ms. */
function sweepAt(at: number): void {
  if (at >= nextSweep) return
  clearTimeout(sweepTimer)
  nextSweep = at
  sweepTimer = setTimeout(() => {
    nextSweep = Infinity
    if (keeping) void sweep(keeping)
  }, at - serverNow())
}

async function sweep(current: Keeping): Promise<void> {
  for (const id of current.threadIds) {
    if (keeping !== current) return
    sweepAt(await sweepOfflineThread(current.viewerId, id))
  }
}

/**
 * Fetches the newest conversations and the kept ones that the page does not hold: what was written, changed or deleted
 * while this browser was away.
 */
export async function refreshOfflineCopy(viewerId: string): Promise<void> {
  await startOfflineCopy(viewerId)
  const current = keeping
  if (!current) return
  writeNow()
  const newest = conversationsIn('list').slice(0, NEWEST)
  const ids = [...new Set([...newest.map(({ id }) => id), ...current.threadIds])]
    .filter((id) => !threadOf(id))
    .slice(0, COPY_LIMITS.threads)
  // From here on what is pushed for them is noted.
  current.threadIds = [...new Set([...ids, ...current.threadIds])]
  const [answers] = await inBatches(() => Promise.all([Promise.all(ids.map(newestOf)), loadNames(ids)]))
  const gone = ids.filter((_, at) => answers[at] === 'gone')
  const threads = ids.flatMap((id, at): [string, ThreadWindow][] => {
    const answer = answers[at]
    return answer && answer !== 'gone' ? [[id, answer]] : []
  })
  if (!mayWrite(current)) return
  lastWrite = lastWrite.then(async () => {
    if (!mayWrite(current)) return
    await dropOfflineThreads(current.viewerId, gone)
    await write(current, null, threads)
  })
  await lastWrite
}

/** The members of these groups, unless the page has them. The next visit tries again. */
const loadNames = (ids: readonly string[]): Promise<unknown> =>
  Promise.allSettled(ids.map((id) => loadNewMembers(conversationOf(id))))

/** Without an answer what is kept stays. */
async function newestOf(conversationId: string): Promise<ThreadWindow | 'gone' | null> {
  try {
    const items = await fetchMessages(conversationId)
    return mergeMessages({ ...EMPTY_WINDOW, reachedStart: items.length < PAGE.messages }, items).window
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? 'gone' : null
  }
}

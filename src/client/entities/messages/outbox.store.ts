import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { MediaView } from '#contract/media.ts'

/** A message on its way: shown as a bubble until the thread holds the real one. */
export interface OutgoingMessage {
  clientId: string
  receiverId: string
  content: string
  createdAt: string
  /** Its picture or video, still on its way to the server; `media` once that has it. */
  upload?: { id: string; altText: string | null }
  media?: { view: MediaView; altText: string | null }
  /** `waiting`: no connection, goes out by itself. `failed`: the server said no; the person decides. */
  state: 'sending' | 'waiting' | 'failed'
  sentence?: string
  /** The server has it under this seq; the bubble goes when the thread holds it. */
  confirmed?: { conversationId: string; seq: number }
}

interface OutboxState {
  viewerId: string | null
  entries: readonly OutgoingMessage[]
}

export const useOutbox = create<OutboxState>(() => ({ viewerId: null, entries: [] }))

const PREFIX = 'royal-flush:outbox:'
const keyOf = (viewerId: string, clientId: string) => `${PREFIX}${viewerId}:${clientId}`

/** Unsent messages survive a reload or a crash of the tab; one key each, so that tabs do not overwrite each other. */
export function openOutbox(viewerId: string): void {
  const entries = Object.keys(localStorage)
    .filter((key) => key.startsWith(keyOf(viewerId, '')))
    .flatMap((key) => readEntry(key))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  useOutbox.setState({ viewerId, entries })
}

function readEntry(key: string): OutgoingMessage[] {
  try {
    return [{ ...(JSON.parse(localStorage.getItem(key) ?? '') as OutgoingMessage), state: 'waiting' }]
  } catch {
    localStorage.removeItem(key) // half-written by a crash: nothing to save
    return []
  }
}

/** Adds or changes one; kept in the browser until the server has it. */
export function putOutgoing(entry: OutgoingMessage): void {
  const { viewerId, entries } = useOutbox.getState()
  const known = entries.some(({ clientId }) => clientId === entry.clientId)
  useOutbox.setState({ entries: known ? entries.map((held) => (held.clientId === entry.clientId ? entry : held)) : [...entries, entry] })
  if (!viewerId) return
  const key = keyOf(viewerId, entry.clientId)
  if (entry.confirmed) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(entry))
}

export function dropOutgoing(clientId: string): void {
  const { viewerId, entries } = useOutbox.getState()
  if (!entries.some((entry) => entry.clientId === clientId)) return
  useOutbox.setState({ entries: entries.filter((entry) => entry.clientId !== clientId) })
  if (viewerId) localStorage.removeItem(keyOf(viewerId, clientId))
}

export const outgoingOf = (clientId: string) => useOutbox.getState().entries.find((entry) => entry.clientId === clientId)

/** Bubbles to show under the thread with this person, oldest first. */
export const useOutgoing = (receiverId: string | null): OutgoingMessage[] =>
  useOutbox(useShallow(({ entries }) => entries.filter((entry) => entry.receiverId === receiverId)))

/** Leaves what waits in the browser for the next log-in of the same person. */
export const closeOutbox = (): void => useOutbox.setState({ viewerId: null, entries: [] })

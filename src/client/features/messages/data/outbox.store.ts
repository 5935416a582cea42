import { createStore } from '#client/live/create-store.ts'
import { useShallow } from 'zustand/react/shallow'
import type { MediaView } from '#contract/media.ts'
import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { onReset } from '#client/live/registry.ts'
import { browserStorage } from '#client/ui/storage.ts'

/** A file of a message on its way; `view` once the server has it. */
export interface OutgoingFile {
  /** The upload's id in this browser. */
  id: string
  altText: string | null
  view?: MediaView
  /** Of a recording, as this browser has measured it. */
  voice?: { seconds: number; peaks: number[] }
}

/** A message on its way: shown as a bubble until the thread holds the real one. */
export interface OutgoingMessage {
  clientId: string
  receiverId: string
  content: string
  createdAt: string
  /** The seq of the message that it answers. */
  replyTo?: number
  /** Its pictures in their order, or its video. */
  files?: readonly OutgoingFile[]
  /** No card of its link. */
  hidePreview?: true
  /** `waiting`: no connection, is sent later. `failed`: the server refused it; the person decides. */
  state: 'sending' | 'waiting' | 'failed'
  /**
   * Not stored in the browser: the composer keeps the text until the server has it, and it does not
   * wait here.
   */
  unkept?: true
  sentence?: string
  /** The seq of the stored message; the bubble is removed when the thread has it. */
  confirmed?: { conversationId: string; seq: number }
}

interface OutboxState {
  viewerId: string | null
  entries: readonly OutgoingMessage[]
}

export const useOutbox = createStore<OutboxState>(() => ({ viewerId: null, entries: [] }))

const PREFIX = 'royal-flush:outbox:'
const keyOf = (viewerId: string, clientId: string) => `${PREFIX}${viewerId}:${clientId}`

/**
 * Unsent messages survive a reload or a crash of the tab; one key each, so that tabs do not overwrite each
 * other.
 */
export function openOutbox(viewerId: string): void {
  const entries = browserStorage
    .keys(keyOf(viewerId, ''))
    .flatMap((key) => browserStorage.readJson(key, toEntry) ?? [])
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  useOutbox.setState({ viewerId, entries })
}

/**
 * Messages of an earlier visit are sent; refused ones wait for the person, with their reason.
 */
function toEntry(value: unknown): OutgoingMessage | null {
  if (!isEntry(value)) return null
  const { upload, media, ...entry }: OutgoingMessage & Earlier = value
  const known = upload ? { ...entry, files: [{ ...upload, ...(media && { view: media.view }) }] } : entry
  return known.state === 'failed' ? known : { ...known, state: 'waiting', sentence: undefined }
}

/** How version 0.1 kept the one file of a message. */
interface Earlier {
  upload?: Omit<OutgoingFile, 'view'>
  media?: { view: MediaView }
}

const TEXTS = ['clientId', 'receiverId', 'content', 'createdAt', 'state'] as const

function isEntry(value: unknown): value is OutgoingMessage {
  if (typeof value !== 'object' || value === null) return false
  const entry = value as Record<string, unknown>
  return TEXTS.every((name) => typeof entry[name] === 'string')
}

/**
 * Adds or changes one; kept in the browser until the server has it. Answers whether the browser could keep
 * it.
 */
export function putOutgoing(entry: OutgoingMessage): boolean {
  const { viewerId, entries } = useOutbox.getState()
  const known = entries.some(({ clientId }) => clientId === entry.clientId)
  useOutbox.setState({
    entries: known
      ? entries.map((other) => (other.clientId === entry.clientId ? entry : other))
      : [...entries, entry],
  })
  if (!viewerId || entry.unkept) return false
  const key = keyOf(viewerId, entry.clientId)
  if (!entry.confirmed) return browserStorage.saveJson(key, entry)
  browserStorage.remove(key)
  return true
}

export function dropOutgoing(clientId: string): void {
  const { viewerId, entries } = useOutbox.getState()
  if (!entries.some((entry) => entry.clientId === clientId)) return
  useOutbox.setState({ entries: entries.filter((entry) => entry.clientId !== clientId) })
  if (viewerId) browserStorage.remove(keyOf(viewerId, clientId))
}

/** The server does not have all of its files yet. */
export const isUploading = ({ files = [] }: OutgoingMessage): boolean => files.some(({ view }) => !view)

export const outgoingOf = (clientId: string) =>
  useOutbox.getState().entries.find((entry) => entry.clientId === clientId)

/** Bubbles to show under the thread with this person, oldest first. */
export const useOutgoing = (receiverId: string | null): OutgoingMessage[] =>
  useOutbox(useShallow(({ entries }) => entries.filter((entry) => entry.receiverId === receiverId)))

/** Keeps waiting messages in the browser for the next log-in of the same person. */
onReset(() => useOutbox.setState({ viewerId: null, entries: [] }))

// Here and not in messages.live.ts, which is loaded late: a message may be sent before, and must be kept.
followViewer(openOutbox)

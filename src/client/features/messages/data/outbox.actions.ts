import { currentViewer, isViewerStored } from '#client/features/account/data/viewer/viewer.store.ts'
import { ApiError, isTransient } from '#client/live/http.ts'
import { onReset } from '#client/live/registry.ts'
import { afterPaint } from '#client/ui/after-paint.ts'
import { SOMETHING_WENT_WRONG, toast } from '#client/ui/toast.ts'
import type { MessageView, SendMessageInput } from '#contract/messages.ts'
import { conversationOf, applyConversations } from './conversations.store.ts'
import { offerTakeBack } from './just-sent.store.ts'
import { fetchConversationWith, postMessage } from './messages.api.ts'
import {
  dropOutgoing,
  isUploading,
  outgoingOf,
  putOutgoing,
  useOutbox,
  type OutgoingFile,
  type OutgoingMessage,
} from './outbox.store.ts'
import { resetTyping } from './signals.store.ts'
import { lastSeq } from './thread-window.ts'
import { fillForward } from './threads.actions.ts'
import { receiveMessage, threadOf } from './threads.store.ts'

/**
 * Receivers with a request under way: one request at a time each, so that messages are sent in the order
 * in which they were written.
 */
const busy = new Set<string>()
const RETRY_AFTER_MS = 2_000
let retryTimer: ReturnType<typeof setTimeout> | undefined
/** No requests before this time (Retry-After), epoch ms. */
let restUntil = 0
/** Shown at a message that waits for the server and not for the connection. */
const RESTING = 'Waiting a moment'

/** The outcome of a send, for the toast. */
export type SendOutcome = { ok: true; message: MessageView } | { ok: false; sentence: string }

/** The toast of a message that was not sent. */
export const toastNotSent = ({ sentence }: { sentence: string }): void =>
  void toast({
    variant: 'destructive',
    title: 'Failed to send message',
    description: sentence || SOMETHING_WENT_WRONG,
  })

const waiters = new Map<string, (outcome: SendOutcome) => void>()

const NOT_KEPT =
  'We cannot save the message: the storage of this browser is full or switched off. Your text is still in the field.'

interface Draft {
  receiverId: string
  content: string
  files?: OutgoingMessage['files'] | undefined
  hidePreview?: true | undefined
  /** The seq of the message that this one answers. */
  replyTo?: number | undefined
  /** A repeated clientId is the same message (LIVE L5). */
  clientId: string
}

interface Sending {
  /**
   * True when the browser has stored it, so the field may be cleared. Otherwise the text stays there until
   * the outcome is known.
   */
  kept: boolean
  /** Resolves when the server has answered, perhaps much later; without storage it is tried once. */
  outcome: Promise<SendOutcome>
}

/** Shows the bubble and sends it when its turn comes, and its files have arrived. */
export function sendMessage({ clientId, receiverId, content, files, hidePreview, replyTo }: Draft): Sending {
  const entry: OutgoingMessage = {
    clientId,
    receiverId,
    content,
    createdAt: new Date().toISOString(),
    state: 'sending',
    ...(files && { files }),
    ...(hidePreview && { hidePreview }),
    ...(replyTo && { replyTo }),
  }
  resetTyping()
  const kept = putOutgoing(entry)
  const outcome = new Promise<SendOutcome>((resolve) => waiters.set(clientId, resolve))
  if (!kept) putOutgoing({ ...entry, unkept: true })
  if (!kept && files) returnToComposer(clientId, NOT_KEPT)
  else if (files) void followUpload(clientId)
  else void afterPaint().then(() => deliver(receiverId))
  return { kept, outcome }
}

/** Removes the bubble, because the composer still has the text. */
function returnToComposer(clientId: string, sentence: string): void {
  dropOutgoing(clientId)
  resolveSend(clientId, { ok: false, sentence })
}

/** Waits for the files of a message, in code that is loaded for it. Later messages do not wait. */
async function followUpload(clientId: string, again = false): Promise<void> {
  try {
    const { arrivalFor } = await import('./outbox-media.ts')
    const arrived = await arrivalFor(clientId, again)
    if (arrived) void deliver(arrived.receiverId)
  } catch (error) {
    const entry = outgoingOf(clientId)
    if (entry) refuse(entry, error instanceof Error ? error.message : '')
  }
}

/**
 * The person pressed Retry: the same write, by the same clientId (LIVE L5). What was refused before it goes with it, so
 * that the order stays.
 */
export function retrySend(clientId: string): void {
  const { entries } = useOutbox.getState()
  const at = entries.findIndex((entry) => entry.clientId === clientId)
  const receiverId = entries[at]?.receiverId
  if (receiverId === undefined) return
  const again = entries
    .slice(0, at + 1)
    .filter((entry) => entry.receiverId === receiverId && entry.state === 'failed')
  for (const entry of again) putOutgoing({ ...entry, state: 'sending', sentence: undefined })
  for (const entry of again) if (isUploading(entry)) void followUpload(entry.clientId, true)
  void deliver(receiverId)
}

/** Removes a message that the server does not have. */
export function abandonSend(clientId: string): void {
  waiters.delete(clientId)
  dropOutgoing(clientId)
}

/**
 * Another person is signed in: the Retry-After and the waiting callers of the previous person are
 * dropped.
 */
onReset(() => {
  clearTimeout(retryTimer)
  restUntil = 0
  waiters.clear()
})

/** Sends all waiting messages: after a reconnect, a reload or an outage. */
export function flushOutbox(): void {
  for (const entry of useOutbox.getState().entries)
    if (isUploading(entry) && entry.state === 'waiting') void resume(entry)
  const receivers = new Set(
    useOutbox
      .getState()
      .entries.filter(isDue)
      .map(({ receiverId }) => receiverId),
  )
  for (const receiverId of receivers) void deliver(receiverId)
}

const isDue = (entry: OutgoingMessage) => entry.state !== 'failed' && !entry.confirmed && !isUploading(entry)

// From an earlier visit: its upload continues by itself, and the message waits for it.
function resume(entry: OutgoingMessage): Promise<void> {
  putOutgoing({ ...entry, state: 'sending' })
  return followUpload(entry.clientId)
}

async function deliver(receiverId: string): Promise<void> {
  if (busy.has(receiverId)) return
  // The session may be another person's by now (LIVE L53).
  if (isViewerStored()) return showWaiting()
  if (Date.now() < restUntil) return showWaiting(RESTING)
  busy.add(receiverId)
  try {
    for (;;) {
      const entry = useOutbox
        .getState()
        .entries.find((other) => other.receiverId === receiverId && isDue(other))
      if (!entry || !(await attempt(entry))) return
    }
  } finally {
    busy.delete(receiverId)
  }
}

/** Returns whether the next one may follow: not while there is no network, or the order would break. */
async function attempt(entry: OutgoingMessage): Promise<boolean> {
  try {
    const { clientId, receiverId, content, files, hidePreview, replyTo } = entry
    confirmOutgoing(
      clientId,
      await postMessage({
        clientId,
        receiverId,
        content,
        ...(replyTo && { replyTo }),
        ...(hidePreview && { hidePreview }),
        ...(files && namesOf(files)),
      }),
    )
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Without a session, or in another person's, it waits until its own writer is confirmed.
    return isTransient(error) || error.endsSession ? waitForBetterTimes(error) : refuse(entry, error.sentence)
  }
}

/** The fields of the call that name its files, which the server has. */
function namesOf(files: readonly OutgoingFile[]): Partial<SendMessageInput> {
  const [first, ...others] = files.flatMap(({ view, altText }) => (view ? { view, altText } : []))
  if (!first) return {}
  const { mediaUrl, mediaType } = first.view
  return {
    mediaUrl,
    mediaType,
    altText: first.altText,
    ...(others.length > 0 && {
      morePictures: others.map(({ view, altText }) => ({ mediaUrl: view.mediaUrl, altText })),
    }),
  }
}

function waitForBetterTimes({ status, retryAfter }: ApiError): false {
  restUntil = Date.now() + retryAfter
  showWaiting(status === 0 ? undefined : RESTING)
  clearTimeout(retryTimer)
  retryTimer = setTimeout(flushOutbox, Math.max(RETRY_AFTER_MS, retryAfter))
  return false
}

function showWaiting(sentence?: string): void {
  for (const entry of useOutbox.getState().entries.filter(isDue)) {
    if (entry.unkept) returnToComposer(entry.clientId, NOT_KEPT)
    else putOutgoing({ ...entry, state: 'waiting', sentence })
  }
}

function refuse(entry: OutgoingMessage, sentence: string): boolean {
  if (entry.unkept) returnToComposer(entry.clientId, sentence)
  else {
    putOutgoing({ ...entry, state: 'failed', sentence })
    resolveSend(entry.clientId, { ok: false, sentence })
  }
  return true
}

/** Fetches what is missing before a message. Without an answer the next resync fetches it (LIVE L6). */
export const fillHole = (conversationId: string): Promise<void> =>
  fillForward(conversationId)
    .catch(() => undefined)
    .finally(dropArrived)

/** Called for the answer and for the push; the second call does nothing. */
export function confirmOutgoing(clientId: string, message: MessageView): void {
  const entry = outgoingOf(clientId)
  const hole = receiveMessage(message)
  if (hole) void fillHole(message.conversationId)
  const { conversationId, senderId, receiverId } = message
  const isOwnFirst = senderId === currentViewer()?.id && receiverId !== conversationId
  if (isOwnFirst && !conversationOf(conversationId)) loadConversationWith(receiverId).catch(() => undefined) // the next resync lists it
  if (!entry) return
  if (!entry.confirmed && !message.deleted) offerTakeBack(message.id)
  putOutgoing({
    ...entry,
    state: 'sending',
    confirmed: { conversationId: message.conversationId, seq: message.seq },
  })
  dropArrived()
  resolveSend(clientId, { ok: true, message })
}

// The first word to somebody: its conversation mostly comes by a push at the same moment; without a socket it
// is asked for.
async function loadConversationWith(receiverId: string): Promise<void> {
  const { conversation } = await fetchConversationWith(receiverId)
  if (conversation) applyConversations([conversation])
}

/**
 * Bubbles are removed when the thread shows the real message; without an open thread at once.
 */
export function dropArrived(): void {
  for (const { clientId, confirmed } of useOutbox.getState().entries) {
    const window = confirmed && threadOf(confirmed.conversationId)
    if (confirmed && (!window || lastSeq(window) >= confirmed.seq)) dropOutgoing(clientId)
  }
}

function resolveSend(clientId: string, outcome: SendOutcome): void {
  waiters.get(clientId)?.(outcome)
  waiters.delete(clientId)
}

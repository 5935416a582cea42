import { useEffect, useState } from 'react'
import { conversationOf, useConversation } from '#client/features/messages/data/conversations.store.ts'
import { markConversationRead } from '#client/features/messages/data/messages.actions.ts'
import { openThread, showThread } from '#client/features/messages/data/threads.actions.ts'
import { useThreads } from '#client/features/messages/data/threads.store.ts'

/** Opens a thread. `readUpTo` is the last message the viewer had read by then. */
export function useThread(conversationId: string, viewerId: string) {
  const window = useThreads((state) => state.windows.get(conversationId))
  const [readUpTo] = useState(() => readPosition(conversationId, viewerId))
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let gone = false
    const hide = showThread(conversationId)
    setFailed(false)
    // With nothing unread the newest page is enough.
    openThread(conversationId, readUpTo ?? Infinity).catch(() => !gone && setFailed(true))
    return () => {
      gone = true
      hide()
    }
  }, [conversationId, readUpTo, attempt])
  return { window, readUpTo, failed: failed && !window, retry: () => setAttempt((count) => count + 1) }
}

function readPosition(conversationId: string, viewerId: string): number | null {
  const conversation = conversationOf(conversationId)
  return conversation && conversation.unreadCount > 0 ? (conversation.readSeq[viewerId] ?? 0) : null
}

/** Marks messages as read while the newest one is on screen and the page is visible. */
export function useMarkThreadRead(conversationId: string, lastSeq: number, atEnd: boolean): void {
  const unread = useConversation(conversationId)?.unreadCount ?? 0
  useEffect(() => {
    const markRead = () => {
      if (!atEnd || unread === 0 || lastSeq === 0 || document.visibilityState !== 'visible') return
      void markConversationRead(conversationId, lastSeq)
    }
    markRead()
    document.addEventListener('visibilitychange', markRead)
    return () => document.removeEventListener('visibilitychange', markRead)
  }, [conversationId, lastSeq, atEnd, unread])
}

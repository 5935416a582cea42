import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  loadNewer,
  loadNewest,
  loadOlder,
  loadPlace,
} from '#client/features/messages/data/threads.actions.ts'
import { useLocation, useSearchParams } from 'react-router-dom'
import { toast } from '#client/ui/toast.ts'
import { heightOf, type ThreadRow } from './thread-rows.ts'

/**
 * Pixels from the end that still count as 'reading the newest', and from the top, or the end of a part from the
 * past, at which more are asked for.
 */
const NEAR_END = 80
const NEAR_EDGE = 400
/** After a failed request the next one waits so long, ms. */
const RETRY_MS = 2_000

type Scroller = React.RefObject<HTMLDivElement | null>

/** The virtual list of a thread's rows, which stays at its end while it is there. */
export function useThreadVirtualizer(rows: readonly ThreadRow[], scroller: Scroller, hasNewer: boolean) {
  // Only new rows are new functions: the virtualizer adds up all heights again when one of them changes.
  const estimateSize = useCallback((index: number) => heightOf(rows[index]!), [rows])
  const getItemKey = useCallback((index: number) => rows[index]!.key, [rows])
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    anchorTo: 'end',
    // The end of a part from the past moves away when newer messages are loaded.
    followOnAppend: !hasNewer,
    scrollEndThreshold: NEAR_END,
    overscan: 8,
    paddingEnd: 12,
  })
}

type ThreadVirtualizer = ReturnType<typeof useThreadVirtualizer>

const isNearEnd = (element: HTMLElement) =>
  element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_EDGE
const isAtEnd = (element: HTMLElement) =>
  element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_END

/**
 * Keeps the newest message in view when a row or the draft grows. `stays` changes only when the person
 * scrolls.
 */
function useStayAtEnd(
  stays: React.RefObject<boolean>,
  size: number,
  virtualizer: ThreadVirtualizer,
  scroller: Scroller,
): void {
  useLayoutEffect(() => {
    if (stays.current) virtualizer.scrollToEnd()
  }, [stays, size, virtualizer])
  useEffect(() => {
    if (!scroller.current) return undefined
    const observer = new ResizeObserver(() => stays.current && virtualizer.scrollToEnd())
    observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [stays, virtualizer, scroller])
}

interface ThreadPlace {
  virtualizer: ThreadVirtualizer
  scroller: Scroller
  /** There are messages before the loaded ones. */
  hasOlder: boolean
  /** The loaded part is from the past. */
  hasNewer: boolean
  /** It opens at the first loaded message. */
  opensAtTop: boolean
}

/**
 * Opens at the unread line or the newest message, loads older ones near the top and newer ones near the end, and
 * knows whether the newest is in view.
 */
export function useThreadScroll(
  conversationId: string,
  rows: readonly ThreadRow[],
  { virtualizer, scroller, hasOlder, hasNewer, opensAtTop }: ThreadPlace,
) {
  const [atEnd, setAtEnd] = useState(true)
  const loading = useRef(false)
  const [loads, setLoads] = useState(0)
  const placed = useRef(false)
  const stays = useRef(false)
  useLayoutEffect(() => {
    if (placed.current || rows.length === 0) return
    placed.current = true
    const unread = opensAtTop ? 0 : rows.findIndex(({ kind }) => kind === 'unread')
    if (unread > 0 || opensAtTop) virtualizer.scrollToIndex(unread, { align: 'start' })
    else virtualizer.scrollToEnd()
  }, [rows, virtualizer, opensAtTop])
  const look = () => {
    const element = scroller.current
    if (!element) return
    setAtEnd(isAtEnd(element) && !hasNewer)
    const isNearTop = hasOlder && element.scrollTop <= NEAR_EDGE
    const load = isNearTop ? loadOlder : hasNewer && isNearEnd(element) ? loadNewer : null
    if (!load || loading.current) return
    loading.current = true
    // Who has reached the edge meanwhile scrolls no further, so the next look is not left to a scroll event.
    void load(conversationId)
      .catch(() => new Promise((resolve) => setTimeout(resolve, RETRY_MS)))
      .then(() => {
        loading.current = false
        setLoads((count) => count + 1)
      })
  }
  const size = virtualizer.getTotalSize()
  useStayAtEnd(stays, size, virtualizer, scroller)
  useEffect(look, [rows, size, conversationId, virtualizer, scroller, hasOlder, hasNewer, loads])
  const onScroll = () => {
    stays.current = scroller.current !== null && isAtEnd(scroller.current) && !hasNewer
    look()
  }
  const leaveEnd = useCallback(() => void (stays.current = false), [])
  const jump = useJump(conversationId, rows, virtualizer, leaveEnd)
  usePlaceInAddress(jump.jumpTo)
  return { atEnd, onScroll, ...jump }
}

/** Scrolls to a message, which is loaded first when it is older than the loaded ones, and marks it. */
function useJump(
  conversationId: string,
  rows: readonly ThreadRow[],
  virtualizer: ThreadVirtualizer,
  leaveEnd: () => void,
) {
  const [sought, setSought] = useState<number | null>(null)
  const [found, setFound] = useState<number | null>(null)
  useLayoutEffect(() => {
    const at = rows.findIndex((row) => row.kind === 'message' && row.message.seq === sought)
    if (at < 0) return
    leaveEnd()
    setSought(null)
    setFound(sought)
    virtualizer.scrollToIndex(at, { align: 'center' })
  }, [sought, rows, virtualizer, leaveEnd])
  const focused = useRef<number | null>(null)
  // Keys and screen readers go on from there. After each render: its row is rendered when the list has scrolled.
  useEffect(() => {
    if (found === focused.current) return
    const row = found === null ? null : document.querySelector<HTMLElement>('[data-found]')
    if (found !== null && !row) return
    focused.current = found
    row?.focus({ preventScroll: true })
  })
  const jumpTo = useCallback(
    (seq: number) => {
      setFound(null)
      setSought(seq)
      loadPlace(conversationId, seq).catch(() =>
        toast({ variant: 'destructive', title: 'Failed to load messages' }),
      )
    },
    [conversationId],
  )
  return { found, jumpTo }
}

/** Leads to the message that the address names (?at=, a seq), again when the same link is followed again. */
function usePlaceInAddress(jumpTo: (seq: number) => void): void {
  const at = Number(useSearchParams()[0].get('at'))
  const { key } = useLocation()
  useEffect(() => {
    if (Number.isSafeInteger(at) && at > 0) jumpTo(at)
  }, [at, key, jumpTo])
}

/** Leads to the newest message, also when one is sent from further up. */
export function useNewest(
  conversationId: string,
  hasNewer: boolean,
  unsent: number,
  virtualizer: ThreadVirtualizer,
): () => void {
  const leaving = useRef(false)
  const toNewest = useCallback(() => {
    if (!hasNewer) return virtualizer.scrollToEnd()
    leaving.current = true
    loadNewest(conversationId).catch(() =>
      toast({ variant: 'destructive', title: 'Failed to load messages' }),
    )
  }, [conversationId, hasNewer, virtualizer])
  useLayoutEffect(() => {
    if (hasNewer || !leaving.current) return
    leaving.current = false
    virtualizer.scrollToEnd()
  }, [hasNewer, virtualizer])
  const before = useRef(unsent)
  useEffect(() => {
    if (unsent > before.current) toNewest()
    before.current = unsent
  }, [unsent, toNewest])
  return toNewest
}

import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { markFresh, usePostsStore } from '#client/features/posts/data/posts.store.ts'
import { usePostsOutbox } from '#client/features/posts/data/outbox.store.ts'
import { refreshStale, type PostSource } from '#client/features/posts/data/post-lists.ts'
import { VisitorCard } from '#client/features/account/login/VisitorCard.tsx'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { isLive } from '#client/live/connection.store.ts'
import { useWatchPosts } from '#client/live/watch.ts'
import { AboveFold } from '#client/features/media/FirstPicture.tsx'
import { PostCard } from '#client/features/posts/card/PostCard.tsx'
import { ListEnd } from './ListEnd.tsx'
import { ListFailure, ListSkeleton } from './ListStates.tsx'
import { NewDropsPill } from './NewDropsPill.tsx'
import { VirtualRows } from '#client/ui/VirtualRows.tsx'
import { useOnScreen } from './useOnScreen.ts'
import { usePostList } from './usePostList.ts'
import './PostList.css'

interface PostListProps {
  /** The object must be stable. */
  source: PostSource
  /** Whether the viewer's own posts are shown while they are being sent. */
  showsSending?: boolean
  /** Spoken name of the list. */
  label: string
  /** Announced while the first page is loading. */
  loading: string
  empty: ReactNode
}

/** A virtual list of posts, newest first, updated live. The visible posts do not move. */
export const PostList = ({ source, showsSending = false, label, loading, empty }: PostListProps) => {
  const view = useOnScreen()
  const list = usePostList(source, view.now)
  const { ids: listed, isProbablyEnd, drops, showPending, next } = list
  const ids = useWithSending(listed, showsSending)
  useKeptTrue(source.key, view.ids)
  const showDrops = async () => {
    await scrollToTop()
    await showPending()
  }
  const hasDrops = drops.count > 0 || drops.more
  useSameLinkAgain(() => {
    if (hasDrops) void showDrops()
  })
  // The next page is being fetched to find out whether this is the end; it nearly always is.
  const isAsking = isProbablyEnd && !next.failed
  if (list.loading) return <ListSkeleton label={loading} />
  if (list.failed) return <ListFailure onRetry={list.readAgain} />
  return (
    <>
      <NewDropsPill drops={drops} onShow={() => void showDrops().then(focusFirstPost)} />
      {ids.length === 0 ? (
        empty
      ) : (
        <Rows
          key={source.key}
          listKey={source.key}
          ids={ids}
          label={label}
          look={view.look}
          busy={list.busy}
        />
      )}
      {listed.length > 0 && <ListEnd asking={isAsking} {...next} />}
    </>
  )
}

/**
 * Resolves after the scroll event. Until then the virtualizer calculates with the old position, and would
 * move the page when rows come in.
 */
function scrollToTop(): Promise<unknown> {
  window.scrollTo(0, 0)
  return new Promise(requestAnimationFrame)
}

// The pill is removed and the focus with it: it moves to the first of the new posts.
const focusFirstPost = () =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('[role=feed] article')?.focus({ preventScroll: true }),
  )

/** Runs when a link to the page that is open was followed: Home while at home, the current tab, the logo. */
function useSameLinkAgain(onAgain: () => void): void {
  const { key, pathname, search } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const shown = useRef({ key, address: pathname + search })
  const latest = useEffectEvent(onAgain)
  useEffect(() => {
    const before = shown.current
    shown.current = { key, address: pathname + search }
    if (key !== before.key && before.address === pathname + search && !isReturn) latest()
  }, [key, pathname, search, isReturn])
}

interface RowsProps {
  listKey: string
  ids: readonly string[]
  label: string
  look: (element: HTMLElement | null) => (() => void) | undefined
  busy: boolean
}

/** Height of a post nobody has measured yet, in px: three lines of text. */
const GUESS = 190

/** Height of a post with a picture, and of the list on a phone's first screen, in px. */
const GUESS_WITH_MEDIA = 430
const FIRST_SCREEN = 700

/** Number of posts that begin on a phone's first screen. */
function postsAboveFold(ids: readonly string[], hasMedia: (id: string) => boolean): number {
  let count = 0
  for (let top = 0; top < FIRST_SCREEN && count < ids.length; count += 1)
    top += hasMedia(ids[count]!) ? GUESS_WITH_MEDIA : GUESS
  return count
}

/** A visitor is invited below the fifth post. */
const INVITE_AT = 4

const Invitation = () => (
  <article
    tabIndex={-1}
    aria-label="The seat is still warm"
    className="border-b border-hairline px-4 py-4 sm:px-5"
  >
    <h2 className="text-lg">The seat is still warm</h2>
    <VisitorCard />
  </article>
)

const Rows = ({ look, ids, ...rest }: RowsProps) => {
  const foldAt = usePostsStore(({ records }) =>
    postsAboveFold(ids, (id) => records.get(id)?.mediaUrl != null),
  )
  const signedIn = useIsSignedIn()
  return (
    <VirtualRows
      {...rest}
      ids={ids}
      role="feed"
      guess={GUESS}
      renderRow={(index) => (
        <div ref={look} data-post={ids[index]}>
          <AboveFold value={index < foldAt}>
            <PostCard id={ids[index] ?? ''} position={index + 1} />
            {index === INVITE_AT && !signedIn && <Invitation />}
          </AboveFold>
        </div>
      )}
    />
  )
}

function useWithSending(listed: readonly string[], showsSending: boolean): readonly string[] {
  const sending = usePostsOutbox((state) => state.sending)
  return useMemo(
    () => (showsSending && sending.length > 0 ? [...sending.map(({ id }) => id), ...listed] : listed),
    [listed, sending, showsSending],
  )
}

/** Pushes for what is on screen, and a second look at what was out of sight (LIVE L7, L13). */
function useKeptTrue(key: string, onScreen: readonly string[]): void {
  useWatchPosts(onScreen)
  useEffect(() => {
    if (onScreen.length === 0) return undefined
    void refreshStale(key).catch(nextResyncWill)
    return () => {
      if (isLive()) markFresh(onScreen, Date.now())
    }
  }, [key, onScreen])
}

// Not reachable right now: as long as it stays so, the resync asks again.
function nextResyncWill(): void {}

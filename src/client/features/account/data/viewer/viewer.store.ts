import { createStore } from '#client/live/create-store.ts'
import { setWriter } from '#client/live/http.ts'
import type { SessionEnd } from '#contract/events.ts'
import type { CurrentUserView } from '#contract/account.ts'
import type { PendingView } from '#contract/moderation.ts'
import type { UnreadCounts } from '#contract/site.first-page.ts'
import { disownOthers } from './stored-account.ts'

interface ViewerState {
  /** The session's own account; null for a visitor. */
  user: CurrentUserView | null
  /** loading: it is not known yet who is signed in. kept: whom this browser remembers, and the server has not confirmed. */
  status: 'loading' | 'kept' | 'known'
  /** Why the session ended, until the person is told. Null for a log-out in this tab. */
  ended: SessionEnd | null
  /** The counts of the badges in the document; null when it had none. Not updated. */
  unread: UnreadCounts | null
  /** What waits for a decision; null for everybody but admins and moderators. */
  pending: PendingView | null
}

export const useViewerStore = createStore<ViewerState>(() => ({
  user: null,
  status: 'loading',
  ended: null,
  unread: null,
  pending: null,
}))

/** The signed-in account, or null for a visitor (also while it is unknown). */
export const useViewer = (): CurrentUserView | null => useViewerStore((state) => state.user)

export const useIsSignedIn = (): boolean => useViewerStore((state) => state.user !== null)

/** Whether the person decides about reports: an admin or a moderator. */
export const useIsStaff = (): boolean =>
  useViewerStore(({ user }) => user !== null && (user.isAdmin || user.isModerator))

/** True until the first answer to 'who am I'. */
export const useViewerLoading = (): boolean => useViewerStore((state) => state.status === 'loading')

/** Outside of components. */
export const currentViewer = (): CurrentUserView | null => useViewerStore.getState().user

setWriter(() => currentViewer()?.id)

/** When the account was last fetched, epoch ms; 0 when unknown. */
let viewerAskedAt = 0
export const viewerFetchedAt = (): number => viewerAskedAt

/**
 * Another person is signed in now, or nobody. `askedAt`: when the server was asked, epoch ms. `unread`:
 * counts of that moment.
 */
export function setViewer(
  user: CurrentUserView | null,
  askedAt = 0,
  unread: UnreadCounts | null = null,
): void {
  viewerAskedAt = askedAt
  disownOthers(user?.id ?? null)
  show(user, unread)
}

/** Nobody could be asked who is signed in: a visitor, until somebody answers. */
export const assumeVisitor = (): void => show(null, null)

function show(user: CurrentUserView | null, unread: UnreadCounts | null): void {
  useViewerStore.setState({ user, status: 'known', unread, pending: unread?.pending ?? null })
}

/** Shows the account that this browser has kept until the server confirms it (LIVE L53). */
export const setStoredViewer = (user: CurrentUserView): void =>
  useViewerStore.setState({ user, status: 'kept' })

/** Whether the account is the kept one, which the server has not confirmed yet. */
export const isViewerStored = (): boolean => useViewerStore.getState().status === 'kept'

/** A newer copy of the same person's account (LIVE L2); anybody else's is ignored. */
export const updateViewer = (user: CurrentUserView): void =>
  useViewerStore.setState((state) => {
    if (state.user?.id !== user.id) return state
    const isNewer = user.rev > state.user.rev
    return isNewer || state.status !== 'known'
      ? { status: 'known', user: isNewer ? user : state.user }
      : state
  })

/** Counts that are newer than the known ones (LIVE L2). */
export const applyPending = (pending: PendingView): void =>
  useViewerStore.setState((state) =>
    state.pending && pending.updatedAt < state.pending.updatedAt ? state : { pending },
  )

export const setEnded = (ended: SessionEnd | null): void => useViewerStore.setState({ ended })

/** The account, on pages that require one. Throws elsewhere. */
export const useRequiredViewer = (): CurrentUserView => {
  const user = useViewer()
  if (!user) throw new Error('This page needs an account; its route must stand behind RequireAccount.')
  return user
}

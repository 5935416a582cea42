import { create } from 'zustand'
import type { CurrentUserView } from '#contract/users.ts'

interface ViewerState {
  /** The session's own account; null for a visitor. */
  user: CurrentUserView | null
  /** loading: nobody knows yet who is here. */
  status: 'loading' | 'known'
}

export const useViewerStore = create<ViewerState>(() => ({ user: null, status: 'loading' }))

/** Who is here, or null for a visitor (also while it is not known yet). */
export const useViewer = (): CurrentUserView | null => useViewerStore((state) => state.user)

export const useIsSignedIn = (): boolean => useViewerStore((state) => state.user !== null)

/** True until the first answer to 'who am I'. */
export const useViewerLoading = (): boolean => useViewerStore((state) => state.status === 'loading')

/** Outside of components. */
export const currentViewer = (): CurrentUserView | null => useViewerStore.getState().user

/** Somebody else is here now, or nobody. */
export const setViewer = (user: CurrentUserView | null): void => useViewerStore.setState({ user, status: 'known' })

/** A newer copy of the same person's account (LIVE L2); anybody else's is ignored. */
export const updateViewer = (user: CurrentUserView): void =>
  useViewerStore.setState((state) => (state.user?.id === user.id && user.rev > state.user.rev ? { user } : state))

import type { SessionEnd } from '#contract/events.ts'
import type { CurrentUserView, LoginInput, RegisterInput } from '#contract/account.ts'
import type { UpdateProfileInput } from '#contract/people.ts'
import { abandonCalls, onUnauthorised } from '#client/live/http.ts'
import { viewerUnchangedSince } from '#client/live/connection.store.ts'
import { onResync, resetStores } from '#client/live/registry.ts'
import { renewSocket } from '#client/live/socket.ts'
import { fetchViewer, patchProfile, postLogin, postLogout, postRegister } from './viewer.api.ts'
import {
  currentViewer,
  setEnded,
  setViewer,
  updateViewer,
  useViewerStore,
  viewerReadAt,
} from './viewer.store.ts'
import { onSessionMessage, postToTabs } from './session-channel.ts'

/**
 * All that belonged to who was here goes, answers still under way included; the socket comes back as who is
 * here now.
 */
export function change(user: CurrentUserView | null): void {
  abandonCalls()
  resetStores()
  setViewer(user)
  renewSocket()
}

/** Signs in and answers the account; null when a second factor is awaited. Throws ApiError. */
export async function logIn(input: LoginInput): Promise<CurrentUserView | null> {
  const answer = await postLogin(input)
  return 'user' in answer ? begin(answer.user) : null
}

/** Opens an account, which is signed in at once. Throws ApiError. */
export async function register(input: RegisterInput): Promise<CurrentUserView> {
  return begin(await postRegister(input))
}

/** Somebody has just been signed in, by whatever call. */
export function begin(user: CurrentUserView): CurrentUserView {
  change(user)
  setEnded(null)
  postToTabs('entered')
  return user
}

/** One's own way out: what is told of the session's end meanwhile is no news. */
export const leave = { underway: false }

/** Signs out here, and in every tab of this browser. Throws ApiError; then nothing has changed. */
export async function logOut(): Promise<void> {
  leave.underway = true
  try {
    await postLogout()
    change(null)
    postToTabs('left')
  } finally {
    leave.underway = false
  }
}

/** The server says that the session is over, or that there is none any more. */
export function sessionOver(reason: SessionEnd): void {
  // Our own log-out is told twice; its own answer is under way and will clear up.
  if (!currentViewer() || leave.underway) return
  change(null)
  setEnded(reason)
}

/** True while the first question failed: the person may be signed in for all we know. */
let unsure = false

/**
 * Asks who is here, once at the start. Not asked again at once: without an answer one is a visitor (product
 * section 4).
 */
export async function loadViewer(): Promise<void> {
  const askedAt = Date.now()
  try {
    setViewer(await fetchViewer(), askedAt)
  } catch {
    unsure = true
    setViewer(null)
  }
}

/**
 * Nobody has to be asked: no session's cookie came with the page. If one has come since, the socket's `ready`
 * says so.
 */
export const noViewer = (): void => setViewer(null)

/** Asks again and follows: the same person, somebody else, or nobody. Throws ApiError. */
export async function checkSession(): Promise<void> {
  if (useViewerStore.getState().status === 'loading') return
  const user = await fetchViewer()
  unsure = false
  const held = currentViewer()
  if (user && user.id === held?.id) updateViewer(user)
  else if (user) change(user)
  else sessionOver('expired')
}

/** When it fails, the server cannot be reached; the resync then asks again. */
export function checkSessionQuietly(): void {
  checkSession().catch(() => undefined)
}

// A visitor who is known to be one has nothing to ask; nor has a person whose account is known to be unchanged.
onResync('viewer', async ({ reason }) => {
  const isCurrent = reason === 'ready' && viewerReadAt() >= viewerUnchangedSince()
  if (unsure || (currentViewer() && !isCurrent)) await checkSession()
})

onSessionMessage((news) => {
  if (news === 'left') sessionOver('logout')
  else checkSessionQuietly()
})

onUnauthorised(() => {
  // While the viewer logs out, every 401 would ask the same again.
  if (currentViewer() && !leave.underway) checkSessionQuietly()
})

/** Changes one's own account. Throws ApiError. */
export async function saveProfile(input: UpdateProfileInput): Promise<CurrentUserView> {
  const user = await patchProfile(input)
  updateViewer(user)
  return user
}

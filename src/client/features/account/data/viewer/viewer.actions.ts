import type { SessionEnd } from '#contract/events.ts'
import { TIMINGS } from '#contract/limits.ts'
import type { CurrentUserView, LoginInput, PendingSignUpInput, RegisterInput } from '#contract/account.ts'
import type { UpdateProfileInput } from '#contract/people.ts'
import { abandonCalls, ApiError, onSessionRefused } from '#client/live/http.ts'
import { isUnchangedAtReady } from '#client/live/connection.store.ts'
import { onResync, resetStores } from '#client/live/registry.ts'
import { renewSocket } from '#client/live/socket.ts'
import {
  fetchHandleCheck,
  fetchViewer,
  patchProfile,
  postGoogleRegister,
  postLogin,
  postLogout,
  postPasswordCheck,
  postRegister,
  postRegistrationDetails,
} from './viewer.api.ts'
import {
  assumeVisitor,
  currentViewer,
  isViewerStored,
  setEnded,
  setViewer,
  updateViewer,
  useViewerStore,
  viewerFetchedAt,
} from './viewer.store.ts'
import { followViewer } from './follow-viewer.ts'
import { disownOthers } from './stored-account.ts'
import { onSessionMessage, postToTabs } from './session-channel.ts'

/**
 * Clears all data of the previous person, including answers under way; the socket reconnects as the current
 * person.
 */
export function changeViewer(user: CurrentUserView | null): void {
  abandonCalls()
  resetStores()
  setViewer(user)
  renewSocket()
}

/** Signs in and returns the account; null when a second factor is required. Throws ApiError. */
export async function logIn(input: LoginInput): Promise<CurrentUserView | null> {
  const answer = await postLogin(input)
  return 'user' in answer ? begin(answer.user) : null
}

/** Tells what belongs to the registration that follows, beside its own fields. Throws ApiError. */
export const tellDetails = postRegistrationDetails

/** Creates an account and signs in. Throws ApiError. */
export const register = async (input: RegisterInput): Promise<CurrentUserView> =>
  begin(await postRegister(input))

/** Creates the account of a first sign-in with Google and signs in. Throws ApiError. */
export const registerWithGoogle = async (input: PendingSignUpInput): Promise<CurrentUserView> =>
  begin(await postGoogleRegister(input))

/** Whether the handle is free, and else others that are. Throws ApiError, 400 with the rule that it breaks. */
export const checkHandle = fetchHandleCheck

/** Throws ApiError, 400 with the reason for which the password is refused. */
export const checkPassword = postPasswordCheck

/** Called after every kind of log-in. */
export function begin(user: CurrentUserView): CurrentUserView {
  changeViewer(user)
  setEnded(null)
  return user
}

/** True during the viewer's own log-out: a push about the end of the session is ignored. */
export const leave = { underway: false }

/** What goes before a log-out: a tab that is closed at once has no time for it afterwards. */
const farewells = new Set<() => Promise<unknown>>()
export const beforeLogOut = (farewell: () => Promise<unknown>): void => void farewells.add(farewell)

/**
 * Signs out here, and in every tab of this browser. Throws ApiError; then the person is still signed in, and what
 * this browser had kept for reading without a network is gone.
 */
export async function logOut(): Promise<void> {
  leave.underway = true
  try {
    disownOthers(null)
    await Promise.all([...farewells].map((farewell) => farewell()))
    await postLogout()
    changeViewer(null)
    postToTabs('left')
  } catch (error) {
    if (error instanceof ApiError && error.endsSession) checkSessionQuietly()
    throw error
  } finally {
    leave.underway = false
  }
}

/** The server reported that the session has ended. */
export function sessionOver(reason: SessionEnd): void {
  // The viewer's own log-out is reported by push too; the answer of the call clears the data.
  if (!currentViewer() || leave.underway) return
  changeViewer(null)
  setEnded(reason)
}

/** True when the first call failed: the person may be signed in. */
let unsure = false

/**
 * Asks who is signed in, once at the start. Not repeated at once: without an answer the person is a visitor
 * (product section 4). Of an account that this browser has kept, the resync asks again.
 */
export async function loadViewer(): Promise<void> {
  if (currentViewer()) return checkSessionQuietly()
  const askedAt = Date.now()
  try {
    setViewer(await fetchViewer(), askedAt)
  } catch {
    unsure = true
    assumeVisitor()
  }
}

/** Asks again who is signed in, and applies the answer. Throws ApiError. */
export async function checkSession(): Promise<void> {
  if (useViewerStore.getState().status === 'loading') return
  const user = (await fetchViewer()) ?? (await afterRenewal())
  unsure = false
  const existing = currentViewer()
  if (user && user.id === existing?.id) updateViewer(user)
  else if (user) changeViewer(user)
  else sessionOver('expired')
}

/** Null for somebody who was a visitor already, and for a session that has really ended. */
async function afterRenewal(): Promise<CurrentUserView | null> {
  if (!currentViewer()) return null
  await new Promise((resolve) => setTimeout(resolve, TIMINGS.sessionRenewal))
  return fetchViewer()
}

/** When it fails, the server cannot be reached; the resync then asks again. */
export function checkSessionQuietly(): void {
  checkSession().catch(() => undefined)
}

// No call for a known visitor, nor when the account is known to be unchanged.
onResync('viewer', async (cause) => {
  const isCurrent = isUnchangedAtReady(cause, viewerFetchedAt())
  if (unsure || isViewerStored() || (currentViewer() && !isCurrent)) await checkSession()
})

onSessionMessage((news) => {
  if (news === 'left') sessionOver('logout')
  else if (news.entered !== currentViewer()?.id) checkSessionQuietly()
})

// Also whoever came with the document: a log-in by Google leads through other sites.
followViewer((entered) => postToTabs({ entered }))

let isAskingAfterRefusal = false

// The question itself may be answered with 401, and so may other calls meanwhile: it is asked once.
onSessionRefused(() => {
  // While the viewer logs out, every refusal would ask the same again.
  if (isAskingAfterRefusal || !currentViewer() || leave.underway) return
  isAskingAfterRefusal = true
  checkSession()
    .catch(() => undefined)
    .finally(() => (isAskingAfterRefusal = false))
})

/** Changes one's own account. Throws ApiError. */
export async function saveProfile(input: UpdateProfileInput): Promise<CurrentUserView> {
  const user = await patchProfile(input)
  updateViewer(user)
  return user
}

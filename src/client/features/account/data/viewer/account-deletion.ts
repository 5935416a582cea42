import { eraseDeviceData } from '#client/live/device-data.ts'
import { api } from '#client/live/http.ts'
import { postLogout } from './viewer.api.ts'

import { changeViewer, leave, sessionOver } from './viewer.actions.ts'
import { currentViewer } from './viewer.store.ts'
import { postToTabs } from './session-channel.ts'

/** Signs out and opens the log-in, which leads back to this page. Throws ApiError; then nothing has changed. */
export async function logInAgain(): Promise<void> {
  leave.underway = true
  try {
    await postLogout()
    postToTabs('left')
  } finally {
    leave.underway = false
  }
  sessionOver('expired')
}

/**
 * Deletes the account permanently. Throws ApiError; then nothing has changed. Returns a function that signs out:
 * until it is called the page stays, so that the person can read the confirmation.
 */
export async function deleteAccount(): Promise<() => void> {
  const gone = currentViewer()
  leave.underway = true
  try {
    await api.delete('/api/user/delete-account')
  } catch (error) {
    leave.underway = false
    throw error
  }
  postToTabs('left')
  return () => {
    changeViewer(null)
    leave.underway = false
    if (gone) void eraseDeviceData(gone.id)
  }
}

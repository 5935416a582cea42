import type {
  ChangeEmailInput,
  ChangePasswordInput,
  NotificationPreferenceInput,
} from '#contract/account.settings.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { updateViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { api } from '#client/live/http.ts'

/** Every other session of the person ends. Throws ApiError. */
export const putPassword = (input: ChangePasswordInput) => api.put<undefined>('/api/auth/password', input)

/** The new address must be confirmed by mail. Throws ApiError. */
export const putEmail = async (input: ChangeEmailInput): Promise<void> =>
  updateViewer(await api.put<CurrentUserView>('/api/auth/email', input))

/** Keeps the current address. Throws ApiError. */
export const deleteNewEmail = async (): Promise<void> =>
  updateViewer(await api.delete<CurrentUserView>('/api/auth/email'))

/** Throws ApiError. */
export const patchNotifications = async (input: NotificationPreferenceInput): Promise<void> =>
  updateViewer(await api.patch<CurrentUserView>('/api/users/me/notifications', input))

/** Unlinks Google from the account. Throws ApiError. */
export const deleteGoogle = async (): Promise<void> =>
  updateViewer(await api.delete<CurrentUserView>('/api/auth/google'))

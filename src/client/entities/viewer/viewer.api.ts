import type { CurrentUserView, LoginInput, RegisterInput, SessionView, UpdateProfileInput } from '#contract/users.ts'
import { api, nullWhenSignedOut } from '#client/live/http.ts'

/** Null for a visitor. */
export const fetchViewer = async (): Promise<CurrentUserView | null> =>
  (await nullWhenSignedOut(api.get<SessionView | null>('/api/auth/me')))?.user ?? null

export const postLogin = async (input: LoginInput): Promise<CurrentUserView> =>
  (await api.post<SessionView>('/api/auth/login', input)).user

export const postRegister = async (input: RegisterInput): Promise<CurrentUserView> =>
  (await api.post<SessionView>('/api/auth/register', input)).user

export const postLogout = () => api.post<unknown>('/api/auth/logout')

export const patchProfile = (input: UpdateProfileInput) => api.patch<CurrentUserView>('/api/users/me', input)

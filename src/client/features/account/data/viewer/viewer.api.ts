import type {
  CurrentUserView,
  HandleCheckView,
  LoginInput,
  PasswordCheckInput,
  PendingSignUpInput,
  RegisterInput,
  RegistrationDetailsInput,
  SessionView,
} from '#contract/account.ts'
import type { UpdateProfileInput } from '#contract/people.ts'
import type { SecondStepView } from '#contract/account.second-factor.ts'
import { api, nullWhenSignedOut } from '#client/live/http.ts'

/** Null for a visitor. */
export const fetchViewer = async (): Promise<CurrentUserView | null> =>
  (await nullWhenSignedOut(api.get<SessionView | null>('/api/auth/me')))?.user ?? null

/** With a second factor the answer is not the account but the ways to finish the log-in. */
export const postLogin = (input: LoginInput) =>
  api.post<SessionView | SecondStepView>('/api/auth/login', input)

export const postRegister = async (input: RegisterInput): Promise<CurrentUserView> =>
  (await api.post<SessionView>('/api/auth/register', input)).user

export const postGoogleRegister = async (input: PendingSignUpInput): Promise<CurrentUserView> =>
  (await api.post<SessionView>('/api/auth/google/register', input)).user

export const postRegistrationDetails = (input: RegistrationDetailsInput) =>
  api.post<void>('/api/auth/register/details', input)

export const fetchHandleCheck = (handle: string, signal: AbortSignal) =>
  api.get<HandleCheckView>('/api/auth/handle', { handle }, signal)

export const postPasswordCheck = (input: PasswordCheckInput) => api.post<void>('/api/auth/password', input)

export const postLogout = () => api.post<unknown>('/api/auth/logout')

export const patchProfile = (input: UpdateProfileInput) => api.patch<CurrentUserView>('/api/users/me', input)

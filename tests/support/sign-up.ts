import type { RegisterInput, RegistrationDetailsInput, SessionView } from '#contract/account.ts'
import { PASSWORD, type Caller, type Reply } from './http-client.ts'

type Headers = Record<string, string>
/** Also values that are to be refused. */
type Details = Partial<Record<Exclude<keyof RegistrationDetailsInput, 'handle'>, unknown>>

/** The four fields of a registration. */
export const accountFor = (handle: string): RegisterInput => ({
  email: `${handle}@people.example`,
  handle,
  displayName: handle,
  password: PASSWORD,
})

/** What the form tells before it registers. */
export const tellDetails = (
  caller: Caller,
  details: { handle: string } & Details,
  headers: Headers = {},
): Promise<Reply<void>> => caller.post<void>('/auth/register/details', details, headers)

/** Registers as the form does: the details first. Answers with the first refusal. */
export async function signUp(
  caller: Caller,
  account: RegisterInput,
  details: Details,
  headers: Headers = {},
): Promise<Reply<SessionView>> {
  const answer = await tellDetails(caller, { handle: account.handle, ...details }, headers)
  if (answer.status !== 204) return { ...answer, body: undefined as never }
  return caller.post<SessionView>('/auth/register', account, headers)
}

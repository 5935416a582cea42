import type { CurrentUserView, RegisterInput, SessionView } from '#contract/account.ts'
import { openAccount, ownSite } from './open-account.ts'

export interface Reply<T> {
  readonly status: number
  /** The parsed body where it is JSON, else undefined. */
  readonly body: T
  /** The body as it came: the sentence of an error. */
  readonly text: string
  readonly headers: Headers
}

/** A browser's worth of calls: keeps its session cookie. Paths are under /api, for instance '/auth/me'. */
export interface Caller {
  get<T = unknown>(path: string, headers?: Record<string, string>): Promise<Reply<T>>
  post<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<T>>
  put<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<T>>
  patch<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<T>>
  delete<T = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<T>>
  /** Any method and body as it is, for what a well-behaved client would not send. */
  raw<T = unknown>(
    method: string,
    path: string,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<Reply<T>>
  /** The Cookie header of the next call, for sockets and for reuse after a log-out. */
  cookie(): string
  setCookie(cookie: string): void
  /** The cookie by which the server knows this browser again, and the id in it. */
  deviceCookie(): string
  device(): string
}

/** Somebody signed in. */
export interface Person extends Caller {
  readonly id: string
  readonly handle: string
  readonly email: string
  readonly user: CurrentUserView
}

interface Site {
  readonly url: string
}

export const PASSWORD = 'one-for-the-throne'

/** Somebody who is not signed in. */
export function visitor({ url }: Site): Caller {
  // One site: no need for the rules of a real jar. A visitor of the tests begins as a new browser.
  const cookies = new Map<string, string>()
  const header = (which: (name: string) => boolean = () => true): string =>
    [...cookies]
      .filter(([name]) => which(name))
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
  const keep = (pair: string) => {
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
  const isDevice = (name: string) => name === 'device'
  const raw = async <T>(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> => {
    const init = {
      method,
      redirect: 'manual',
      headers: { ...(cookies.size > 0 && { cookie: header() }), ...headers },
      ...(body !== undefined && { body }),
    } as const
    const response = await fetch(`${url}/api${path}`, init)
    for (const set of response.headers.getSetCookie()) keep(set.split(';')[0]!)
    const text = await response.text()
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      body: (isJson && text ? JSON.parse(text) : undefined) as T,
      text,
      headers: response.headers,
    }
  }
  const json =
    (method: string) =>
    <T>(path: string, body?: unknown, headers: Record<string, string> = {}) =>
      body === undefined
        ? raw<T>(method, path, undefined, headers)
        : raw<T>(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
  return {
    get: (path, headers) => raw('GET', path, undefined, headers),
    post: json('POST'),
    put: json('PUT'),
    patch: json('PATCH'),
    delete: json('DELETE'),
    raw,
    cookie: () => header((name) => !isDevice(name)),
    setCookie: (given) => {
      for (const name of cookies.keys()) if (!isDevice(name)) cookies.delete(name)
      for (const pair of given.split('; ').filter(Boolean)) keep(pair)
    },
    deviceCookie: () => header(isDevice),
    device: () =>
      (
        JSON.parse(Buffer.from(cookies.get('device')!.split('.')[0]!, 'base64url').toString()) as {
          id: string
        }
      ).id,
  }
}

/**
 * A person with an account, signed in: registers at the first time, logs in after that. At the server of this process
 * the account is written without a call (open-account.ts).
 */
export async function person(site: Site, handle: string, displayName = handle): Promise<Person> {
  const caller = visitor(site)
  const email = `${handle}@people.example`
  const account = { email, handle, displayName, password: PASSWORD }
  const opened = site.url === ownSite.url ? await openAccount(account) : await registered(caller, account)
  if (opened && 'cookies' in opened) caller.setCookie(opened.cookies.join('; '))
  const user = opened?.user ?? (await loggedIn(caller, account))
  return { ...caller, id: user.id, handle: user.handle, email, user }
}

/** Null when the handle or the address is in use. */
async function registered(caller: Caller, account: RegisterInput): Promise<SessionView | null> {
  const reply = await caller.post<SessionView>('/auth/register', account)
  return reply.status === 409 ? null : signedIn(reply, account)
}

async function loggedIn(
  caller: Caller,
  { email, password, ...account }: RegisterInput,
): Promise<CurrentUserView> {
  return signedIn(await caller.post<SessionView>('/auth/login', { email, password }), account).user
}

function signedIn<T>({ status, body, text }: Reply<T>, { handle }: Pick<RegisterInput, 'handle'>): T {
  if (status >= 300) throw new Error(`${handle} could not sign in: ${status} ${text}`)
  return body
}

/** Several people, signed in; `suffix` follows each handle. */
export const people = async <const N extends readonly string[]>(
  site: Site,
  handles: N,
  suffix = '',
): Promise<{ -readonly [K in keyof N]: Person }> =>
  (await Promise.all(handles.map((handle) => person(site, `${handle}${suffix}`)))) as {
    -readonly [K in keyof N]: Person
  }

/** The same person at another server with the same database, by the same cookie. */
export function across(who: Person, at: Site): Person {
  const caller = visitor(at)
  caller.setCookie(who.cookie())
  return { ...who, ...caller }
}

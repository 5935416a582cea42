import { PROOF_HEADER } from '#contract/account.constants.ts'
import { SOMETHING_WENT_WRONG } from '#client/ui/toast.ts'

/** A request that hangs must not hold up the resync that waits for it. */
const TIMEOUT_MS = 20_000

/** Said when no answer came at all. */
const UNREACHABLE = "We can't reach the palace. Please check your connection."

/**
 * A call that was not answered with OK. `message` is '{status}: {text}' (product section 8); `sentence` is
 * the text alone, ready to show. Status 0: no answer came at all.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly sentence: string
  /** How long the server asks to wait before the next try, ms; 0 when it does not say. */
  readonly retryAfter: number
  constructor(status: number, sentence: string, retryAfter: string | null = null) {
    super(`${status}: ${sentence}`)
    this.status = status
    this.sentence = sentence
    this.retryAfter = (Number(retryAfter) || 0) * 1000
  }
}

/** A wait that the person would not notice as one, ms. A longer one is told, and they decide. */
const LONGEST_WAIT = 120_000

/**
 * Whether the same call may succeed by itself: no answer at all, too many calls for a moment, or a server
 * that is being replaced or cannot reach its store. Everything else, 500 included, is final: it is told, and
 * repeated by the person alone.
 */
export const isTransient = ({ status, retryAfter }: ApiError): boolean =>
  status === 0 || (status >= 502 && status <= 504) || (status === 429 && retryAfter <= LONGEST_WAIT)

/** The sentence to show for anything that was caught: the server's own, or `fallback`. */
export const errorMessageOf = (error: unknown, fallback = SOMETHING_WENT_WRONG): string =>
  error instanceof ApiError && error.sentence ? error.sentence : fallback

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
interface Options {
  body?: unknown
  query?: Query | undefined
  signal?: AbortSignal | undefined
  /**
   * Its answer is for whoever is here, also when the session ends meanwhile: for calls that end it
   * themselves.
   */
  outlivesSession?: boolean
}

/**
 * The REST contract (product section 7): cookies always, JSON only when there is a body. Answers are taken at
 * the type's word, which the server's presenters hold to. All throw ApiError.
 */
export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) => call<T>('GET', path, { query, signal }),
  post: <T>(path: string, body?: unknown, options?: Pick<Options, 'outlivesSession'>) =>
    call<T>('POST', path, { body, ...options }),
  patch: <T>(path: string, body?: unknown) => call<T>('PATCH', path, { body }),
  put: <T>(path: string, body?: unknown) => call<T>('PUT', path, { body }),
  delete: <T>(path: string, body?: unknown) => call<T>('DELETE', path, { body }),
} as const

/** A read that is null for who is not signed in (product section 8: a 401 yields an empty result). */
export const nullWhenSignedOut = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })

const refused = new Set<() => void>()

/** Hears every 401: the session that the page believes in may be over. Returns the way to stop. */
export function onUnauthorised(listener: () => void): () => void {
  refused.add(listener)
  return () => refused.delete(listener)
}

let session = new AbortController()

/** Gives up every call under way: their answers are for somebody who is not here any more. */
export function abandonCalls(): void {
  session.abort()
  session = new AbortController()
  window.rfEarly = {}
}

let askForProof: () => Promise<boolean> = () => Promise.resolve(false)

/** Says how the person is asked to prove who they are: `ask` answers whether they have. */
export const onProofNeeded = (ask: () => Promise<boolean>): void => void (askForProof = ask)

/**
 * Makes a call; where the server wants a fresh proof first, the person is asked for one and the call is made
 * once more.
 */
export async function withProof<T extends { needsProof: boolean }>(make: () => Promise<T>): Promise<T> {
  const answer = await make()
  return answer.needsProof && (await askForProof()) ? make() : answer
}

/** Whether an answer is the refusal that a proof would turn into a success. */
export const needsProof = ({ status, headers }: Response): boolean =>
  status === 403 && headers.has(PROOF_HEADER)

async function call<T>(method: Method, path: string, options: Options): Promise<T> {
  const { ok, status, text, retryAfter } = await withProof(() => exchange(method, path, options))
  if (ok) return (text === '' ? undefined : JSON.parse(text)) as T
  if (status === 401) for (const listener of refused) listener()
  throw new ApiError(status, text, retryAfter)
}

declare global {
  interface Window {
    /** Asked for by public/first.js before this code was here, by address. */
    rfEarly?: Record<string, Promise<Response>>
  }
}

/** The answer to a question that was asked early; once. */
function takeEarly(method: Method, address: string): Promise<Response> | undefined {
  const answer = method === 'GET' ? window.rfEarly?.[address] : undefined
  if (answer) delete window.rfEarly?.[address]
  return answer
}

interface Answer {
  ok: boolean
  status: number
  text: string
  needsProof: boolean
  retryAfter: string | null
}

async function exchange(
  method: Method,
  path: string,
  { body, query, signal, outlivesSession }: Options,
): Promise<Answer> {
  const takenBack = AbortSignal.any(
    [signal, outlivesSession ? null : session.signal].filter((given) => given != null),
  )
  try {
    const address = path + search(query)
    const init: RequestInit = {
      method,
      credentials: 'same-origin',
      signal: AbortSignal.any([takenBack, AbortSignal.timeout(TIMEOUT_MS)]),
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    }
    const response = await (takeEarly(method, address) ?? fetch(address, init))
    const text = await response.text()
    takenBack.throwIfAborted()
    const { ok, status, statusText, headers } = response
    return {
      ok,
      status,
      text: ok ? text : text || statusText,
      needsProof: needsProof(response),
      retryAfter: headers.get('Retry-After'),
    }
  } catch (error) {
    // Taken back: not a failure to tell anyone about.
    if (takenBack.aborted) throw error
    throw new ApiError(0, UNREACHABLE)
  }
}

function search(query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

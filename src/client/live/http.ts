import { PROOF_HEADER } from '#contract/account.constants.ts'
import { SOMETHING_WENT_WRONG } from '#client/ui/toast.ts'

/** A request without an answer must not delay the resync that waits for it. */
export const TIMEOUT_MS = 20_000

/** Shown when there was no answer. */
const UNREACHABLE = "We can't reach the palace. Please check your connection."

/**
 * A call whose answer was not OK. `message` is '{status}: {text}' (product section 8); `sentence` is the text
 * alone, for the screen. Status 0: there was no answer.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly sentence: string
  /** The server's Retry-After, ms; 0 when there is none. */
  readonly retryAfter: number
  constructor(status: number, sentence: string, retryAfter: string | null = null) {
    super(`${status}: ${sentence}`)
    this.status = status
    this.sentence = sentence
    this.retryAfter = (Number(retryAfter) || 0) * 1000
  }
}

/** The longest wait before an automatic retry, ms. A longer one is shown, and the person decides. */
const MAX_RETRY_WAIT_MS = 120_000

/**
 * Whether the same call may succeed later by itself: no answer, a rate limit, or a server that restarts or
 * cannot reach its database. Everything else, 500 included, is final: it is shown, and only the person
 * repeats it.
 */
export const isTransient = ({ status, retryAfter }: ApiError): boolean =>
  status === 0 || (status >= 502 && status <= 504) || (status === 429 && retryAfter <= MAX_RETRY_WAIT_MS)

/** The message to show for anything caught: the server's own, or `fallback`. */
export const errorMessageOf = (error: unknown, fallback = SOMETHING_WENT_WRONG): string =>
  error instanceof ApiError && error.sentence ? error.sentence : fallback

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
interface Options {
  body?: unknown
  query?: Query | undefined
  signal?: AbortSignal | undefined
  /** The answer is used even when the session ends meanwhile: for calls that end it themselves. */
  outlivesSession?: boolean
}

/**
 * The REST contract (product section 7): always with cookies, JSON only when there is a body. Answers are not
 * validated, because the server's presenters have the same types. All throw ApiError.
 */
export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) => call<T>('GET', path, { query, signal }),
  post: <T>(path: string, body?: unknown, options?: Pick<Options, 'outlivesSession'>) =>
    call<T>('POST', path, { body, ...options }),
  patch: <T>(path: string, body?: unknown) => call<T>('PATCH', path, { body }),
  put: <T>(path: string, body?: unknown) => call<T>('PUT', path, { body }),
  delete: <T>(path: string, body?: unknown) => call<T>('DELETE', path, { body }),
} as const

/** A read that resolves to null for visitors (product section 8: a 401 yields an empty result). */
export const nullWhenSignedOut = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })

const refused = new Set<() => void>()

/** Calls `listener` at every 401: the session may have ended. Returns an unsubscribe. */
export function onUnauthorised(listener: () => void): () => void {
  refused.add(listener)
  return () => refused.delete(listener)
}

const written = new Set<(write: string) => void>()

/** Calls `listener` after every write that succeeded, with its method and path: 'POST /api/posts'. */
export const onWritten = (listener: (write: string) => void): void => void written.add(listener)

let session = new AbortController()

/** Aborts every running call, because its answer belongs to a session that has ended. */
export function abandonCalls(): void {
  session.abort()
  session = new AbortController()
}

let askForProof: () => Promise<boolean> = () => Promise.resolve(false)

/** Sets how the person is asked to prove their identity: `ask` resolves to whether they did. */
export const onProofNeeded = (ask: () => Promise<boolean>): void => void (askForProof = ask)

/**
 * Makes a call. When the server requires a fresh proof of identity, the person is asked for it and the call
 * is repeated.
 */
export async function withProof<T extends { needsProof: boolean }>(make: () => Promise<T>): Promise<T> {
  const answer = await make()
  return answer.needsProof && (await askForProof()) ? make() : answer
}

/** Whether the server refused because a proof of identity is missing. */
export const needsProof = ({ status, headers }: Response): boolean =>
  status === 403 && headers.has(PROOF_HEADER)

async function call<T>(method: Method, path: string, options: Options): Promise<T> {
  const { ok, status, text, retryAfter } = await withProof(() => exchange(method, path, options))
  if (ok) {
    if (method !== 'GET') for (const listener of written) listener(`${method} ${path}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  if (status === 401) for (const listener of refused) listener()
  throw new ApiError(status, text, retryAfter)
}

/** Sends reads that begin at the same time as one request (batch.ts). */
interface BatchReader {
  /** Undefined when the read has to be a request of its own. */
  read: (address: string, cancelled: AbortSignal) => Promise<Response> | undefined
  /** An answer has arrived. */
  note: (address: string, etag: string | null, text: string) => void
}
let batch: BatchReader | null = null
export const setBatchReader = (reader: BatchReader): void => void (batch = reader)

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
  const cancelled = AbortSignal.any(
    [signal, outlivesSession ? null : session.signal].filter((given) => given != null),
  )
  try {
    const address = path + search(query)
    const init: RequestInit = {
      method,
      credentials: 'same-origin',
      signal: AbortSignal.any([cancelled, AbortSignal.timeout(TIMEOUT_MS)]),
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    }
    const reader = method === 'GET' ? batch : null
    const response = await (reader?.read(address, cancelled) ?? fetch(address, init))
    const text = await response.text()
    cancelled.throwIfAborted()
    if (response.ok) reader?.note(address, response.headers.get('ETag'), text)
    const { ok, status, statusText, headers } = response
    return {
      ok,
      status,
      text: ok ? text : text || statusText,
      needsProof: needsProof(response),
      retryAfter: headers.get('Retry-After'),
    }
  } catch (error) {
    // Cancelled, so there is no failure to report.
    if (cancelled.aborted) throw error
    throw new ApiError(0, UNREACHABLE)
  }
}

function search(query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

import { PROOF_HEADER, WRITER_HEADER } from '#contract/account.constants.ts'
import { ApiError, UNREACHABLE } from './api-error.ts'

export { ApiError, errorMessageOf, isTransient } from './api-error.ts'

/** A request without an answer must not delay the resync that waits for it. */
export const TIMEOUT_MS = 20_000

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

/**
 * Calls `listener` at every answer that says that the session has ended, or is another person's. Returns an
 * unsubscribe.
 */
export function onSessionRefused(listener: () => void): () => void {
  refused.add(listener)
  return () => refused.delete(listener)
}

/** The error of an answer that was not OK, which may be news about the session. */
export function failureOf(status: number, sentence: string, headers: Pick<Headers, 'get'>): ApiError {
  const error = new ApiError(status, sentence, headers)
  if (error.endsSession) for (const listener of refused) listener()
  return error
}

let writer: () => string | undefined = () => undefined

/** Sets how the id of the person is found for whom this page writes. */
export const setWriter = (find: () => string | undefined): void => void (writer = find)

/** The header of a write (contract/account.constants.ts); none while nobody is signed in. */
export function writerHeader(): Record<string, string> {
  const id = writer()
  return id === undefined ? {} : { [WRITER_HEADER]: id }
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
  const { ok, status, text, headers } = await withProof(() => exchange(method, path, options))
  if (ok) {
    if (method !== 'GET') for (const listener of written) listener(`${method} ${path}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  throw failureOf(status, text, headers)
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
  headers: Headers
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
      headers: {
        ...(method !== 'GET' && writerHeader()),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
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
      headers,
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

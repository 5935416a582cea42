import type { BatchInput, BatchView } from '#contract/batch.ts'
import { LIMITS } from '#contract/limits.ts'
import { setBatchReader, TIMEOUT_MS } from './http.ts'
import { LruMap } from '#client/ui/lru-map.ts'
import { onReset } from './registry.ts'

/** Reads that begin within this time share a request, ms. */
const GATHER_MS = 20
/** Answers whose ETag is remembered. */
const MAX_KNOWN = 20

interface Waiting {
  address: string
  cancelled: AbortSignal
  resolve: (response: Response | Promise<Response>) => void
}

const known = new LruMap<string, { etag: string; text: string }>(MAX_KNOWN)
onReset(() => known.clear())

let open = 0
let waiting: Waiting[] = []

/**
 * Until `work` settles, reads that begin at the same time are sent as one request (`POST /api/batch`). Each
 * gets its own answer.
 */
export async function inBatches<T>(work: () => Promise<T>): Promise<T> {
  open += 1
  try {
    return await work()
  } finally {
    open -= 1
  }
}

setBatchReader({
  read(address, cancelled) {
    if (open === 0) return undefined
    if (waiting.length === 0) setTimeout(flush, GATHER_MS)
    return new Promise((resolve) => waiting.push({ address, cancelled, resolve }))
  },
  note(address, etag, text) {
    if (etag) known.set(address, { etag, text })
  },
})

function flush(): void {
  const reads = waiting.filter(({ cancelled }) => !cancelled.aborted)
  for (const { cancelled, resolve } of waiting)
    if (cancelled.aborted) resolve(Promise.reject(cancelled.reason as Error))
  waiting = []
  for (let at = 0; at < reads.length; at += LIMITS.batchReads) send(reads.slice(at, at + LIMITS.batchReads))
}

function send(reads: readonly Waiting[]): void {
  const answers = reads.length === 1 ? null : askTogether(reads)
  reads.forEach(({ address, resolve }, at) =>
    resolve(answers ? answers.then((all) => all?.[at]?.() ?? askAlone(address)) : askAlone(address)),
  )
}

const askAlone = (address: string): Promise<Response> =>
  fetch(address, { credentials: 'same-origin', signal: AbortSignal.timeout(TIMEOUT_MS) })

/** Makes the response of each read; null from a server of an earlier version, which has no batches. */
async function askTogether(reads: readonly Waiting[]): Promise<(() => Response)[] | null> {
  const input: BatchInput = {
    reads: reads.map(({ address }) => ({ path: address, etag: known.get(address)?.etag })),
  }
  const response = await fetch('/api/batch', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.status === 404) return null
  if (response.ok) {
    const parts = (await response.json()) as BatchView
    const requestId = response.headers.get('X-Request-Id')
    return reads.map(
      ({ address }, at) =>
        () =>
          responseOf(address, parts[at]!, requestId),
    )
  }
  // The whole batch was refused, so each read is.
  const { status, statusText, headers } = response
  const text = await response.text()
  return reads.map(() => () => new Response(text, { status, statusText, headers }))
}

function responseOf(
  address: string,
  { status, etag, body, message, retryAfter }: BatchView[number],
  requestId: string | null,
): Response {
  const kept = status === 304 ? known.get(address) : undefined
  if (kept) return new Response(kept.text)
  return new Response(message ?? JSON.stringify(body), {
    status,
    headers: {
      ...(etag && { ETag: etag }),
      ...(retryAfter && { 'Retry-After': retryAfter }),
      ...(requestId && { 'X-Request-Id': requestId }),
    },
  })
}

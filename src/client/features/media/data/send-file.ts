import type { MediaPurpose, UploadView } from '#contract/media.ts'
import { UNREACHABLE } from '#client/live/api-error.ts'
import { ApiError, failureOf, writerHeader } from '#client/live/http.ts'

/** Without progress for this long the connection counts as lost, ms. The browser may not notice it. */
const STALLED_MS = 30_000
/** Longest wait for the response after all bytes are sent, ms: the server checks the file meanwhile. */
const RESPONSE_TIMEOUT_MS = 180_000

export interface SendOptions {
  purpose: MediaPurpose
  /** Name of the file. The server decides by the content. */
  name: string
  signal?: AbortSignal | undefined
  /** Sent bytes in percent, 0 to 100. */
  onPercent?: (percent: number) => void
}

/**
 * POST /api/media/upload (product section 7). Uses XMLHttpRequest, because fetch reports no upload progress.
 * Throws ApiError, status 0 when the connection was lost. An aborted upload rejects with the signal's reason.
 */
export function sendFile(file: Blob, { purpose, name, signal, onPercent }: SendOptions): Promise<UploadView> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let watchdog = setTimeout(() => request.abort(), STALLED_MS)
    const restartTimer = (timeoutMs: number) => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => request.abort(), timeoutMs)
    }
    const abort = () => request.abort()
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartTimer(loaded < total ? STALLED_MS : RESPONSE_TIMEOUT_MS)
      onPercent?.(total > 0 ? Math.floor((100 * loaded) / total) : 0)
    })
    request.upload.addEventListener('load', () => restartTimer(RESPONSE_TIMEOUT_MS))
    request.addEventListener('loadend', () => {
      clearTimeout(watchdog)
      signal?.removeEventListener('abort', abort)
      if (signal?.aborted) reject(signal.reason as Error)
      else handleResponse(request, resolve, reject)
    })
    request.open('POST', `/api/media/upload?purpose=${purpose}`)
    for (const [name, value] of Object.entries(writerHeader())) request.setRequestHeader(name, value)
    signal?.addEventListener('abort', abort)
    const form = new FormData()
    form.set('file', file, name)
    request.send(form)
  })
}

function handleResponse(
  request: XMLHttpRequest,
  resolve: (view: UploadView) => void,
  reject: (error: ApiError) => void,
): void {
  const { status, responseText, statusText } = request
  if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as UploadView)
  else
    reject(
      status === 0
        ? new ApiError(0, UNREACHABLE)
        : failureOf(status, responseText || statusText, { get: (name) => request.getResponseHeader(name) }),
    )
}

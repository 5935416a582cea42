import type { MediaPurpose, UploadView } from '#contract/media.ts'

/**
 * queued: waits for its turn. sending: bytes are being sent. waiting: no connection, continues by itself.
 * processing: the server has the file. ready: done. failed: the person has to decide.
 */
export type UploadPhase = 'queued' | 'sending' | 'waiting' | 'processing' | 'ready' | 'failed'

/** An upload, from the moment its file was picked. */
export interface Upload {
  /** Created in the browser. */
  readonly id: string
  /** The draft it belongs to. Null after the draft was sent. */
  readonly slot: string | null
  readonly purpose: MediaPurpose
  readonly kind: 'image' | 'video' | 'audio'
  readonly name: string
  /** Size of the file, bytes. */
  readonly size: number
  /** Epoch ms. */
  readonly pickedAt: number
  /** Its place among the files of its draft, smallest first. Missing in those kept by an older version. */
  readonly order?: number
  readonly phase: UploadPhase
  /** Percent, 0 to 100: of the bytes while sending, of the work while processing. */
  readonly percent: number
  /** Lost connections in a row. */
  readonly losses: number
  /** The server's answer; null until it has the file. */
  readonly view: UploadView | null
  /** The reason of the failure. */
  readonly sentence: string | null
  /** Status of the response that refused the file; null when there was none. */
  readonly status: number | null
}

export type UploadEvent =
  | { type: 'sends' }
  | { type: 'sent'; percent: number }
  | { type: 'view'; view: UploadView }
  | { type: 'lost' }
  | { type: 'refused'; sentence: string; status: number | null }
  | { type: 'retried' }
  | { type: 'moved'; slot: string }
  | { type: 'placed'; order: number }
  | { type: 'used' }

type Picked = Pick<Upload, 'id' | 'slot' | 'purpose' | 'kind' | 'name' | 'size' | 'pickedAt' | 'order'>

export const pickedUpload = (picked: Picked): Upload => ({
  ...picked,
  phase: 'queued',
  percent: 0,
  losses: 0,
  view: null,
  sentence: null,
  status: null,
})

/** The server has the file, so a post or message can refer to it. */
export const hasArrived = ({ view, phase }: Upload): boolean =>
  view !== null && (phase === 'processing' || phase === 'ready')

/** The server refused the file after checking it. Sending it again would fail again. */
export const isUnwelcome = ({ phase, status }: Upload): boolean =>
  phase === 'failed' && (status === 400 || status === 413)

/** Whether a page that is loaded now would continue the same way with both: progress does not count. */
export const isSameAfterReload = (one: Upload, other: Upload): boolean =>
  neededAfterReload(one) === neededAfterReload(other)

const neededAfterReload = ({ slot, order, phase, sentence, status, view }: Upload): string =>
  JSON.stringify([slot, order, phase === 'failed', sentence, status, view?.id, view?.state])

/**
 * The upload after an event. An event that comes too late changes nothing, and the same object is returned.
 */
export function nextUpload(upload: Upload, event: UploadEvent): Upload {
  switch (event.type) {
    case 'sends':
      return upload.phase === 'queued' || upload.phase === 'waiting'
        ? { ...upload, phase: 'sending', percent: 0, sentence: null }
        : upload
    case 'sent':
      return sent(upload, event.percent)
    case 'view':
      return withView(upload, event.view)
    case 'lost':
      return upload.phase === 'sending' || (upload.phase === 'processing' && !upload.view)
        ? { ...upload, phase: 'waiting', percent: 0, losses: upload.losses + 1 }
        : upload
    case 'refused':
      return upload.view
        ? upload
        : { ...upload, phase: 'failed', percent: 0, sentence: event.sentence, status: event.status }
    case 'retried':
      return upload.phase !== 'sending' && upload.phase !== 'queued'
        ? { ...upload, phase: 'queued', percent: 0, losses: 0, view: null, sentence: null, status: null }
        : upload
    case 'moved':
      return { ...upload, slot: event.slot }
    case 'placed':
      return { ...upload, order: event.order }
    case 'used':
      return { ...upload, slot: null }
  }
}

// After the last byte the server checks the file; the response may take a while.
function sent(upload: Upload, percent: number): Upload {
  if (upload.phase !== 'sending') return upload
  if (percent >= 100) return { ...upload, phase: 'processing', percent: 0 }
  return percent > upload.percent ? { ...upload, percent } : upload
}

const PHASE = { uploading: 'processing', processing: 'processing', ready: 'ready', failed: 'failed' } as const

function withView(upload: Upload, view: UploadView): Upload {
  if (upload.view && (upload.view.id !== view.id || upload.view.rev >= view.rev)) return upload
  return {
    ...upload,
    phase: PHASE[view.state],
    percent: view.state === 'ready' ? 100 : view.progress,
    losses: 0,
    view,
    sentence: view.error,
  }
}

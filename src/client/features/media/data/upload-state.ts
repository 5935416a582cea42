import type { MediaPurpose, UploadView } from '#contract/media.ts'

/**
 * queued: its turn comes. sending: bytes are leaving. waiting: the connection is gone, goes on by itself.
 * processing: the server has it. ready: done. failed: the person decides.
 */
export type UploadPhase = 'queued' | 'sending' | 'waiting' | 'processing' | 'ready' | 'failed'

/** One file from the moment it was picked. */
export interface Upload {
  /** Made here. */
  readonly id: string
  /** The draft it belongs to; a draft has one at most. Null once something written holds it. */
  readonly slot: string | null
  readonly purpose: MediaPurpose
  readonly kind: 'image' | 'video'
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Epoch ms. */
  readonly pickedAt: number
  readonly phase: UploadPhase
  /** Of the bytes while sending, of the work while processing; 0 to 100. */
  readonly percent: number
  /** Connections lost in a row. */
  readonly losses: number
  /** What the server answered; null until it has the file. */
  readonly view: UploadView | null
  /** Why it failed. */
  readonly sentence: string | null
  /** Status of the answer that refused it; null when none did. */
  readonly status: number | null
}

export type UploadEvent =
  | { type: 'sends' }
  | { type: 'sent'; percent: number }
  | { type: 'told'; view: UploadView }
  | { type: 'lost' }
  | { type: 'refused'; sentence: string; status: number | null }
  | { type: 'retried' }
  | { type: 'moved'; slot: string }
  | { type: 'used' }

type Picked = Pick<Upload, 'id' | 'slot' | 'purpose' | 'kind' | 'name' | 'size' | 'pickedAt'>

export const pickedUpload = (picked: Picked): Upload => ({
  ...picked,
  phase: 'queued',
  percent: 0,
  losses: 0,
  view: null,
  sentence: null,
  status: null,
})

/** The server has the file, so that something written may name it. */
export const hasArrived = ({ view, phase }: Upload): boolean =>
  view !== null && (phase === 'processing' || phase === 'ready')

/** The server has looked at the file and wants no such: sending it again would end the same way. */
export const isUnwelcome = ({ phase, status }: Upload): boolean =>
  phase === 'failed' && (status === 400 || status === 413)

/**
 * What an event makes of an upload. An event that comes too late changes nothing, and gives the very same
 * upload.
 */
export function nextUpload(upload: Upload, event: UploadEvent): Upload {
  switch (event.type) {
    case 'sends':
      return upload.phase === 'queued' || upload.phase === 'waiting'
        ? { ...upload, phase: 'sending', percent: 0, sentence: null }
        : upload
    case 'sent':
      return sent(upload, event.percent)
    case 'told':
      return told(upload, event.view)
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
    case 'used':
      return { ...upload, slot: null }
  }
}

// With the last byte the server begins to look into the file; its answer may take a while.
function sent(upload: Upload, percent: number): Upload {
  if (upload.phase !== 'sending') return upload
  if (percent >= 100) return { ...upload, phase: 'processing', percent: 0 }
  return percent > upload.percent ? { ...upload, percent } : upload
}

const PHASE = { uploading: 'processing', processing: 'processing', ready: 'ready', failed: 'failed' } as const

function told(upload: Upload, view: UploadView): Upload {
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

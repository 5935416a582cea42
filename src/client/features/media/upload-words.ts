import type { Upload } from '#client/features/media/data/upload-state.ts'

/** Where an upload is, in words; empty when there is nothing to say. */
export function uploadWords({ phase, percent, sentence, view }: Upload): string {
  switch (phase) {
    case 'queued':
      return 'Waiting its turn'
    case 'sending':
      return `Uploading ${percent}%`
    case 'waiting':
      return 'Waiting for the connection'
    case 'processing':
      return view && percent > 0 ? `Processing ${percent}%` : 'Processing'
    case 'failed':
      return sentence ?? 'Upload failed'
    case 'ready':
      return ''
  }
}

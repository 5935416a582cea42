import { clsx } from 'clsx'
import { RotateCcw } from 'lucide-react'
import { isUnwelcome, type Upload } from '#client/features/media/data/upload-state.ts'
import { retryUpload } from '#client/features/media/data/uploads.actions.ts'
import { Button } from '#client/ui/Button.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import './UploadProgress.css'

interface UploadProgressProps {
  upload: Upload
  /** Without a background. */
  bare?: boolean
}

/** Progress of an upload, with a retry button where a retry may help. */
export const UploadProgress = ({ upload, bare = false }: UploadProgressProps) => {
  const words = uploadWords(upload)
  const failed = upload.phase === 'failed'
  return (
    <div className={clsx('s-upload-state', bare && 's-upload-bare')} data-phase={upload.phase}>
      <span role={failed ? 'alert' : undefined} className={failed ? 's-upload-failed' : 'tabular'}>
        {words}
      </span>
      {(upload.phase === 'sending' || (upload.phase === 'processing' && upload.percent > 0)) && (
        <Progress
          value={upload.percent}
          label={upload.name}
          className="min-w-16 flex-1"
          tone={upload.phase === 'sending' ? 'royal' : 'brass'}
        />
      )}
      {failed && !isUnwelcome(upload) && (
        <Button size="sm" icon={<RotateCcw />} onClick={() => retryUpload(upload.id)}>
          Retry
        </Button>
      )}
    </div>
  )
}

/** The state of an upload in words; empty when it is ready. */
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

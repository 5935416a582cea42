import { X } from 'lucide-react'
import { useEffect } from 'react'
import type { MouseEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { cancelUpload, uploadsReopened } from '#client/features/media/data/uploads.actions.ts'
import type { Upload } from '#client/features/media/data/upload-state.ts'
import { previewOf, showSlot, uploadIn, useUploadIn } from '#client/features/media/data/uploads.store.ts'
import { Field } from '#client/ui/Field.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Input } from '#client/ui/Input.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import './DraftMedia.css'

interface DraftMediaProps {
  slot: string
  altText: string
  onAltText: (text: string) => void
  /** The draft is being sent: only its file can still be removed. */
  busy: boolean
  /** Called when a file is added or removed, also for one of an earlier visit. */
  onPresence?: (present: boolean) => void
}

/** The file of a draft: preview, progress, alt text. Renders nothing without a file. */
export const DraftMedia = ({ slot, altText, onAltText, busy, onPresence }: DraftMediaProps) => {
  const upload = useUploadIn(slot)
  const present = upload !== undefined
  useEffect(() => showSlot(slot), [slot])
  useReportPresence(slot, present, onPresence)
  if (!upload) return null
  const remove = (event: MouseEvent<HTMLElement>) => {
    // The button is removed with its file: focus moves to the file picker.
    event.currentTarget.closest('form')?.querySelector<HTMLElement>('.s-pick button')?.focus()
    cancelUpload(upload.id)
    onAltText('')
  }
  return (
    <div className="s-draft-media">
      <div className="s-draft-frame">
        <Preview upload={upload} altText={altText} />
        <IconButton
          label={upload.kind === 'video' ? 'Remove video' : 'Remove photo'}
          icon={<X />}
          size="sm"
          variant="quiet"
          className="s-draft-remove"
          onClick={remove}
        />
        <UploadProgress upload={upload} />
      </div>
      {!busy && <AltText value={altText} onChange={onAltText} />}
    </div>
  )
}

// Waits until the uploads of an earlier visit are restored: until then the answer is unknown.
function useReportPresence(slot: string, present: boolean, report?: (present: boolean) => void): void {
  useEffect(() => {
    let gone = false
    void uploadsReopened().then(() => !gone && report?.(uploadIn(slot) !== undefined))
    return () => void (gone = true)
  }, [slot, present, report])
}

const Preview = ({ upload, altText }: { upload: Upload; altText: string }) => {
  const address = previewOf(upload.id)
  if (upload.kind === 'video')
    return (
      <video
        className="s-draft-picture"
        src={address}
        aria-label={altText || upload.name}
        muted
        playsInline
        controls
        preload="metadata"
      />
    )
  return <img className="s-draft-picture" src={address} alt={altText || upload.name} />
}

const AltText = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <Field
    label="Alt text"
    hint={value === '' ? 'Some people listen to pictures. Tell them what is to be seen.' : undefined}
    aside={
      <span className="tabular text-ink-faint">
        {value.length}/{LIMITS.altText}
      </span>
    }
  >
    <Input
      maxLength={LIMITS.altText}
      placeholder="What is to be seen?"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
)

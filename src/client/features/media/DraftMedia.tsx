import { X } from 'lucide-react'
import { useEffect } from 'react'
import type { MouseEvent } from 'react'
import { uploadsReopened } from '#client/features/media/data/uploads.actions.ts'
import type { Upload } from '#client/features/media/data/upload-state.ts'
import { showSlot, uploadIn, useUploadsIn } from '#client/features/media/data/uploads.store.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { AltText, DraftPreview, removeFile } from './DraftFile.tsx'
import type { DraftPicturesProps } from './DraftPictures.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import './DraftMedia.css'

export interface DraftMediaProps {
  slot: string
  /** The alt text of an upload. */
  altOf: (id: string) => string
  onAltText: (id: string, words: string) => void
  /** The draft is being sent: its files can still be removed, nothing else. */
  busy: boolean
  /** Called when the first file is added or the last one removed, also for those of an earlier visit. */
  onPresence?: (present: boolean) => void
}

// Fetched with the first file, for when there are more.
const pictures = lazyComponent<DraftPicturesProps>(
  async () => (await import('./DraftPictures.tsx')).DraftPictures,
)

/** The files of a draft: preview, progress, alt text, order. Renders nothing without a file. */
export const DraftMedia = ({ slot, altOf, onAltText, busy, onPresence }: DraftMediaProps) => {
  const uploads = useUploadsIn(slot)
  const [upload] = uploads
  const present = upload !== undefined
  const DraftPictures = useLazy(pictures, present)
  useEffect(() => showSlot(slot), [slot])
  useReportPresence(slot, present, onPresence)
  if (!upload) return null
  const remove = (one: Upload, { currentTarget }: MouseEvent<HTMLElement>) => {
    removeFile(one, currentTarget)
    onAltText(one.id, '')
  }
  const altText = (one: Upload) => (
    <AltText value={altOf(one.id)} withHint={one === upload} onChange={(words) => onAltText(one.id, words)} />
  )
  if (uploads.length > 1)
    return (
      DraftPictures && (
        <DraftPictures
          uploads={uploads}
          busy={busy}
          renderPreview={(one) => <DraftPreview upload={one} altText={altOf(one.id)} />}
          renderAltText={altText}
          onRemove={remove}
        />
      )
    )
  return (
    <div className="s-draft-media">
      <div className="s-draft-frame">
        <DraftPreview upload={upload} altText={altOf(upload.id)} />
        <IconButton
          label={upload.kind === 'video' ? 'Remove video' : 'Remove photo'}
          icon={<X />}
          size="sm"
          variant="quiet"
          className="s-draft-remove"
          onClick={(event) => remove(upload, event)}
        />
        <UploadProgress upload={upload} />
      </div>
      {!busy && altText(upload)}
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

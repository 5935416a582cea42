import { clsx } from 'clsx'
import { ArrowUp, Check, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { moveUpload } from '#client/features/media/data/uploads.actions.ts'
import type { Upload } from '#client/features/media/data/upload-state.ts'
import { useUploadsIn } from '#client/features/media/data/uploads.store.ts'
import { Button } from '#client/ui/Button.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { Sheet } from '#client/ui/Sheet.tsx'
import { AltText, DraftPreview, removeFile } from './DraftFile.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import './DraftThumbnails.css'

export interface DraftThumbnailsProps {
  slot: string
  /** The alt text of an upload. */
  altOf: (id: string) => string
  onAltText: (id: string, words: string) => void
}

/**
 * The files of a draft as a row of small pictures, for where there is little room. Each opens a dialog with its alt text
 * and its place among the others. Renders nothing without a file.
 */
export const DraftThumbnails = ({ slot, altOf, onAltText }: DraftThumbnailsProps) => {
  const uploads = useUploadsIn(slot)
  const [openId, setOpenId] = useState<string | null>(null)
  const open = uploads.find(({ id }) => id === openId)
  if (uploads.length === 0) return null
  return (
    <>
      <ol aria-label="Photos of this draft" className="s-thumbs">
        {uploads.map((upload, at) => (
          <Thumbnail
            key={upload.id}
            upload={upload}
            name={nameIn(uploads, at)}
            altText={altOf(upload.id)}
            onOpen={() => setOpenId(upload.id)}
            onRemove={(button) => {
              removeFile(upload, button)
              onAltText(upload.id, '')
            }}
          />
        ))}
      </ol>
      {uploads.filter(isHeldUp).map((upload) => (
        <UploadProgress key={upload.id} upload={upload} bare />
      ))}
      <Sheet
        open={open !== undefined}
        onOpenChange={() => setOpenId(null)}
        size="sm"
        title={open ? titleIn(uploads, open) : ''}
        footer={
          <Button variant="primary" onClick={() => setOpenId(null)}>
            Done
          </Button>
        }
      >
        {open && (
          <FileForm
            uploads={uploads}
            upload={open}
            altText={altOf(open.id)}
            onAltText={(words) => onAltText(open.id, words)}
          />
        )}
      </Sheet>
    </>
  )
}

/** It needs words: the person has to act, or to wait for the connection. */
const isHeldUp = ({ phase }: Upload): boolean => phase === 'failed' || phase === 'waiting'

const nameIn = (uploads: readonly Upload[], at: number): string => {
  const kind = uploads[at]?.kind === 'video' ? 'video' : 'photo'
  return uploads.length > 1 ? `${kind} ${at + 1}` : kind
}

const titleIn = (uploads: readonly Upload[], upload: Upload): string => {
  const kind = upload.kind === 'video' ? 'Video' : 'Photo'
  return uploads.length > 1 ? `${kind} ${uploads.indexOf(upload) + 1} of ${uploads.length}` : kind
}

interface ThumbnailProps {
  upload: Upload
  /** 'photo 2'. */
  name: string
  altText: string
  onOpen: () => void
  onRemove: (button: HTMLElement) => void
}

const Thumbnail = ({ upload, name, altText, onOpen, onRemove }: ThumbnailProps) => (
  <li className="s-thumb" data-phase={upload.phase}>
    <button type="button" className="s-thumb-open" aria-haspopup="dialog" onClick={onOpen}>
      <DraftPreview upload={upload} altText={altText} className="s-thumb-picture" isStill />
      <span className={clsx('s-thumb-alt', altText && 's-thumb-has-alt')}>
        {altText ? <Check aria-hidden /> : <Plus aria-hidden />}
        Alt<span className="sr-only"> text of {name}</span>
      </span>
    </button>
    {(upload.phase === 'sending' || upload.phase === 'processing') && (
      <Progress value={upload.percent} label={upload.name} className="s-thumb-progress" />
    )}
    <IconButton
      label={`Remove ${name}`}
      icon={<X />}
      size="sm"
      variant="quiet"
      tooltip={false}
      className="s-thumb-remove"
      onClick={({ currentTarget }) => onRemove(currentTarget)}
    />
  </li>
)

interface FileFormProps {
  uploads: readonly Upload[]
  upload: Upload
  altText: string
  onAltText: (words: string) => void
}

/** What is said of one file, and its place. */
const FileForm = ({ uploads, upload, altText, onAltText }: FileFormProps) => {
  const at = uploads.indexOf(upload)
  return (
    <div className="flex flex-col gap-4">
      <DraftPreview upload={upload} altText={altText} className="s-thumb-large" />
      <AltText value={altText} withHint onChange={onAltText} />
      {uploads.length > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={<ArrowUp className="-rotate-90" />}
            disabled={at === 0}
            onClick={() => moveUpload(upload.id, at - 1)}
          >
            Move forward
          </Button>
          <Button
            size="sm"
            icon={<ArrowUp className="rotate-90" />}
            disabled={at === uploads.length - 1}
            onClick={() => moveUpload(upload.id, at + 1)}
          >
            Move back
          </Button>
        </div>
      )}
    </div>
  )
}

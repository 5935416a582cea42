import { ArrowUp, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { moveUpload } from '#client/features/media/data/uploads.actions.ts'
import type { Upload } from '#client/features/media/data/upload-state.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { UploadProgress } from './UploadProgress.tsx'

interface DraftPicturesProps {
  /** In their order. */
  uploads: readonly Upload[]
  busy: boolean
  renderPreview: (upload: Upload) => ReactNode
  renderAltText: (upload: Upload) => ReactNode
  onRemove: (upload: Upload, event: MouseEvent<HTMLElement>) => void
}

/** The pictures of a draft, each with its alt text, its upload and its place among the others. */
export const DraftPictures = ({
  uploads,
  busy,
  renderPreview,
  renderAltText,
  onRemove,
}: DraftPicturesProps) => {
  const { list, move, moved } = useMoves(uploads)
  return (
    <>
      <ol ref={list} aria-label="Photos of this draft" className="s-draft-list">
        {uploads.map((upload, at) => (
          <li key={upload.id} data-upload={upload.id} className="s-draft-row">
            <div className="s-draft-thumb">{renderPreview(upload)}</div>
            <div className="s-draft-words">
              {!busy && renderAltText(upload)}
              <UploadProgress upload={upload} bare />
            </div>
            <div className="s-draft-tools">
              <IconButton
                label={`Remove photo ${at + 1}`}
                icon={<X />}
                size="sm"
                onClick={(event) => onRemove(upload, event)}
              />
              {!busy && (
                <>
                  <IconButton
                    label={`Move photo ${at + 1} up`}
                    icon={<ArrowUp />}
                    size="sm"
                    data-move="-1"
                    disabled={at === 0}
                    onClick={() => move(upload, -1)}
                  />
                  <IconButton
                    label={`Move photo ${at + 1} down`}
                    icon={<ArrowUp className="rotate-180" />}
                    size="sm"
                    data-move="1"
                    disabled={at === uploads.length - 1}
                    onClick={() => move(upload, 1)}
                  />
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </>
  )
}

/** Moves a picture, says where it is now, and keeps the focus on its buttons. */
function useMoves(uploads: readonly Upload[]) {
  const list = useRef<HTMLOListElement>(null)
  const [last, setLast] = useState<{ id: string; by: -1 | 1 } | null>(null)
  const place = last ? uploads.findIndex(({ id }) => id === last.id) + 1 : 0
  const move = ({ id }: Upload, by: -1 | 1) => {
    moveUpload(id, by)
    setLast({ id, by })
  }
  useLayoutEffect(() => {
    if (!last || place === 0) return
    const row = [...(list.current?.children ?? [])].find(
      (one) => one instanceof HTMLElement && one.dataset['upload'] === last.id,
    )
    const button = (by: number) => row?.querySelector<HTMLButtonElement>(`[data-move="${by}"]:enabled`)
    // The browser drops the focus of what moves in the document; at an end the button of that direction is off.
    ;(button(last.by) ?? button(-last.by))?.focus()
  }, [last, place])
  return { list, move, moved: place > 0 ? `Photo ${place} of ${uploads.length}` : '' }
}

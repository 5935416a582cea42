import { clsx } from 'clsx'
import { ArrowUp, GripVertical, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { moveUpload } from '#client/features/media/data/uploads.actions.ts'
import type { Upload } from '#client/features/media/data/upload-state.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { useRowDrag } from './useRowDrag.ts'

export interface DraftPicturesProps {
  /** In their order. */
  uploads: readonly Upload[]
  busy: boolean
  renderPreview: (upload: Upload) => ReactNode
  renderAltText: (upload: Upload) => ReactNode
  onRemove: (upload: Upload, event: MouseEvent<HTMLElement>) => void
}

/**
 * The pictures of a draft, each with its alt text, its upload and its place among the others, which is changed by
 * dragging the picture or by its buttons.
 */
export const DraftPictures = ({
  uploads,
  busy,
  renderPreview,
  renderAltText,
  onRemove,
}: DraftPicturesProps) => {
  const { list, move, moved } = useMoves(uploads)
  const drag = useRowDrag(list, (from, to) => {
    const upload = uploads[from]
    if (upload) move(upload, to)
  })
  return (
    <>
      <ol
        ref={list}
        aria-label="Photos of this draft"
        className={clsx('s-draft-list', drag.from !== null && 's-draft-dragging')}
      >
        {uploads.map((upload, at) => (
          <li
            key={upload.id}
            data-upload={upload.id}
            className={clsx('s-draft-row', drag.from === at && 's-draft-dragged')}
            style={drag.styleOf(at)}
          >
            <div className="s-draft-thumb" {...(!busy && drag.handleOf(at))}>
              {renderPreview(upload)}
              {!busy && <GripVertical className="s-draft-grip" aria-hidden />}
            </div>
            <div className="s-draft-words">
              {!busy && renderAltText(upload)}
              <UploadProgress upload={upload} bare />
            </div>
            <Tools
              at={at}
              count={uploads.length}
              busy={busy}
              onRemove={(event) => onRemove(upload, event)}
              onMove={(by) => move(upload, at + by, by)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </>
  )
}

interface ToolsProps {
  at: number
  count: number
  busy: boolean
  onRemove: (event: MouseEvent<HTMLElement>) => void
  onMove: (by: -1 | 1) => void
}

const Tools = ({ at, count, busy, onRemove, onMove }: ToolsProps) => (
  <div className="s-draft-tools">
    <IconButton label={`Remove photo ${at + 1}`} icon={<X />} size="sm" onClick={onRemove} />
    {!busy && (
      <>
        <IconButton
          label={`Move photo ${at + 1} up`}
          icon={<ArrowUp />}
          size="sm"
          data-move="-1"
          disabled={at === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Move photo ${at + 1} down`}
          icon={<ArrowUp className="rotate-180" />}
          size="sm"
          data-move="1"
          disabled={at === count - 1}
          onClick={() => onMove(1)}
        />
      </>
    )}
  </div>
)

/** Moves a picture, says where it is now, and keeps the focus on the button that moved it. */
function useMoves(uploads: readonly Upload[]) {
  const list = useRef<HTMLOListElement>(null)
  /** `by`: the direction of the button. Missing: it was dragged. */
  const [last, setLast] = useState<{ id: string; by: -1 | 1 | undefined } | null>(null)
  const place = last ? uploads.findIndex(({ id }) => id === last.id) + 1 : 0
  const move = ({ id }: Upload, to: number, by?: -1 | 1) => {
    moveUpload(id, to)
    setLast({ id, by })
  }
  useLayoutEffect(() => {
    if (!last?.by || place === 0) return
    const row = [...(list.current?.children ?? [])].find(
      (one) => one instanceof HTMLElement && one.dataset['upload'] === last.id,
    )
    const button = (by: number) => row?.querySelector<HTMLButtonElement>(`[data-move="${by}"]:enabled`)
    // The browser drops the focus of what moves in the document; at an end the button of that direction is off.
    ;(button(last.by) ?? button(-last.by))?.focus()
  }, [last, place])
  return { list, move, moved: place > 0 ? `Photo ${place} of ${uploads.length}` : '' }
}

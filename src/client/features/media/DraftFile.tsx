import { LIMITS } from '#contract/limits.ts'
import { cancelUpload } from '#client/features/media/data/uploads.actions.ts'
import type { Upload } from '#client/features/media/data/upload-state.ts'
import { previewOf } from '#client/features/media/data/uploads.store.ts'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'

interface DraftPreviewProps {
  upload: Upload
  altText: string
  className?: string
  /** A video without its controls, as part of a button. */
  isStill?: boolean
}

/** The picture or video of a draft, from the file itself. */
export const DraftPreview = ({
  upload,
  altText,
  className = 's-draft-picture',
  isStill = false,
}: DraftPreviewProps) => {
  const address = previewOf(upload.id)
  if (upload.kind === 'video')
    return (
      <video
        className={className}
        src={address}
        aria-label={altText || upload.name}
        muted
        playsInline
        controls={!isStill}
        preload="metadata"
      />
    )
  return <img className={className} src={address} alt={isStill ? '' : altText || upload.name} />
}

interface AltTextProps {
  value: string
  /** Says what it is for, while it is empty. */
  withHint: boolean
  onChange: (text: string) => void
}

/** The field for the alt text of a draft's file. */
export const AltText = ({ value, withHint, onChange }: AltTextProps) => (
  <Field
    label="Alt text"
    hint={withHint && value === '' ? 'Some people cannot see pictures. Describe it for them.' : undefined}
    aside={
      <span className="tabular text-ink-faint">
        {value.length}/{LIMITS.altText}
      </span>
    }
  >
    <Input
      maxLength={LIMITS.altText}
      placeholder="Describe the picture"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
)

/** Takes a file out of its draft. `button`: it goes with the file, so the focus moves to the button that picks files. */
export function removeFile({ id }: Upload, button: HTMLElement): void {
  const pickers = button.closest('form')?.querySelectorAll<HTMLElement>('.s-pick button') ?? []
  ;[...pickers].find((one) => one.checkVisibility())?.focus()
  cancelUpload(id)
}

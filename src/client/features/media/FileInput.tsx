import type { RefObject } from 'react'

interface FileInputProps {
  /** Clicked by the visible button. */
  input: RefObject<HTMLInputElement | null>
  /** Accessible name; the input itself is hidden. */
  label: string
  accept: string
  /** A phone opens its camera. */
  capture?: 'environment' | undefined
  multiple?: boolean | undefined
  onFiles: (files: readonly File[]) => void
}

/** The browser's file picker, opened by our own button. */
export const FileInput = ({ input, label, accept, capture, multiple, onFiles }: FileInputProps) => (
  <input
    ref={input}
    type="file"
    hidden
    accept={accept}
    capture={capture}
    multiple={multiple}
    aria-label={label}
    onChange={({ target }) => {
      const files = [...(target.files ?? [])]
      // So that the same file can be chosen again.
      target.value = ''
      onFiles(files)
    }}
  />
)

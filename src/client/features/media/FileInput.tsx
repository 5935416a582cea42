import type { RefObject } from 'react'

interface FileInputProps {
  /** Clicked by the button that people see. */
  input: RefObject<HTMLInputElement | null>
  /** Spoken name; the input itself is not shown. */
  label: string
  accept: string
  /** A phone opens its camera instead. */
  capture?: 'environment' | undefined
  onFiles: (files: readonly File[]) => void
}

/** The browser's file picker behind a button of ours. */
export const FileInput = ({ input, label, accept, capture, onFiles }: FileInputProps) => (
  <input
    ref={input}
    type="file"
    hidden
    accept={accept}
    capture={capture}
    aria-label={label}
    onChange={({ target }) => {
      const files = [...(target.files ?? [])]
      // The same file may be chosen again.
      target.value = ''
      onFiles(files)
    }}
  />
)

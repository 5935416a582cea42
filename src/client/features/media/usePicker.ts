import { useState } from 'react'
import { claimedKind } from '#contract/media.constants.ts'
import type { MediaPurpose } from '#contract/media.ts'
import { pickFile } from '#client/features/media/data/uploads.actions.ts'
import { SOMETHING_WENT_WRONG, toast } from '#client/ui/toast.ts'
import { refusalFor } from './picker-rules.ts'
import type { PickerLimits } from './picker-rules.ts'

/** Where picked files go. */
export interface PickerTarget {
  /** The draft; it holds one file. */
  slot: string
  purpose: MediaPurpose
  limits: PickerLimits
}

/**
 * idle, validating, then accepted (on its way) or rejected (a toast) (product section 4). Not `useWrite`: it
 * validates a file and writes nothing.
 */
export function usePicker({ slot, purpose, limits }: PickerTarget, onPicked: () => void) {
  const [validating, setValidating] = useState(false)
  const accept = async (file: File) => {
    setValidating(true)
    try {
      const invalid = await refusalFor(file, limits)
      if (invalid) return toast({ variant: 'destructive', ...invalid })
      pickFile(slot, purpose, claimedKind(file) ?? 'image', file)
      onPicked()
    } catch {
      toast({
        variant: 'destructive',
        title: 'File validation failed',
        description: SOMETHING_WENT_WRONG,
      })
    } finally {
      setValidating(false)
    }
  }
  const pick = (files: readonly File[]) => {
    const [file] = files
    if (!file || validating) return
    if (files.length > 1)
      toast({ title: 'One at a time', description: 'We took the first one. The others wait outside.' })
    void accept(file)
  }
  return { validating, pick }
}

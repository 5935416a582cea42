import { useState } from 'react'
import { claimedKind } from '#contract/media.constants.ts'
import type { MediaPurpose } from '#contract/media.ts'
import { pickFile } from '#client/features/media/data/uploads.actions.ts'
import { uploadsIn } from '#client/features/media/data/uploads.store.ts'
import { SOMETHING_WENT_WRONG, toast } from '#client/ui/toast.ts'
import { refusalFor, selectionOf } from './picker-rules.ts'
import type { PickerLimits } from './picker-rules.ts'

/** Where picked files go. */
export interface PickerTarget {
  slot: string
  /** Pictures that the draft takes; it takes one video all the same. Default 1: a file replaces the one before. */
  most?: number
  purpose: MediaPurpose
  limits: PickerLimits
}

/**
 * idle, validating, then accepted (on its way) or rejected (a toast) (product section 4). Not `useWrite`: it
 * validates a file and writes nothing.
 */
export function usePicker({ slot, purpose, limits, most = 1 }: PickerTarget, onPicked: () => void) {
  const [validating, setValidating] = useState(false)
  const take = async (file: File) => {
    const invalid = await refusalFor(file, limits)
    if (invalid) return toast({ variant: 'destructive', ...invalid })
    const kind = claimedKind(file) ?? 'image'
    pickFile(slot, purpose, kind, file, most > 1 && kind === 'image')
    onPicked()
  }
  const accept = async (files: readonly File[]) => {
    setValidating(true)
    try {
      for (const file of files) await take(file)
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
    if (validating) return
    const { taken, notice } = selectionOf(files, uploadsIn(slot), most)
    if (notice) toast(notice)
    if (taken.length > 0) void accept(taken)
  }
  return { validating, pick }
}

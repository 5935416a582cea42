import { LIMITS } from '#contract/limits.ts'
import { IMAGE_TYPES, MEDIA_MESSAGES, fileTooLarge } from '#contract/media.constants.ts'
import type { ToastInput } from '#client/ui/toast.ts'

/**
 * Why a file cannot become an avatar or banner; null when it may be cropped (product section 5, picker
 * defaults).
 */
export function pictureRefusal({
  type,
  size,
}: Pick<File, 'type' | 'size'>): Pick<ToastInput, 'title' | 'description'> | null {
  if (!IMAGE_TYPES.has(type)) return { title: 'Invalid file', description: MEDIA_MESSAGES.invalidImage }
  if (size > LIMITS.pickerBytes)
    return { title: 'File too large', description: fileTooLarge(LIMITS.pickerBytes, size) }
  return null
}

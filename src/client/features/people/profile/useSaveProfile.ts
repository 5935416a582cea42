import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { saveProfile } from '#client/features/account/data/viewer/viewer.actions.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'
import type { usePictures } from './usePictures.ts'

export interface ProfileValues {
  displayName: string
  bio: string
}

/**
 * Checks by the contract, sends new pictures, and saves; every open profile of this person follows by push
 * (product sections 4 and 8).
 */
export function useSaveProfile(form: UseFormReturn<ProfileValues>, pictures: ReturnType<typeof usePictures>) {
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const send = async (values: ProfileValues) => {
    const { UpdateProfileInput } = await import('#contract/people.ts')
    const { data, error } = UpdateProfileInput.safeParse(values)
    if (!data) {
      const [issue] = error.issues
      return form.setError(
        issue?.path[0] === 'bio' ? 'bio' : 'displayName',
        { message: issue?.message ?? '' },
        { shouldFocus: true },
      )
    }
    const { displayName, bio } = await saveProfile({ ...data, ...(await pictures.send()) })
    form.reset({ displayName, bio })
    pictures.clear()
    toast({ title: 'Profile updated' })
  }
  const save = async (values: ProfileValues) => {
    if (saving) return
    setSaving(true)
    setFailure(null)
    try {
      await send(values)
    } catch (error) {
      const sentence = sentenceOf(error, 'Failed to update profile')
      setFailure(sentence)
      toast({ variant: 'destructive', title: 'Update failed', description: sentence })
    } finally {
      setSaving(false)
    }
  }
  return { save, saving, failure }
}

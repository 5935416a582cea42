import { useState } from 'react'
import { checkBio } from '#contract/account.checks.ts'
import { LIMITS } from '#contract/limits.ts'
import { saveProfile } from '#client/features/account/data/viewer/viewer.actions.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { PictureButton } from '#client/features/media/PictureButton.tsx'
import { goToStep } from '#client/features/people/data/users/first-steps.ts'
import { Cropping } from '#client/features/people/profile/PictureFields.tsx'
import { usePictures } from '#client/features/people/profile/usePictures.ts'
import { toastFailure } from '#client/live/failure-toast.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
import { useForm } from '#client/ui/use-form.ts'

/** Picture and bio. Without either, the next step follows. */
export const FaceStep = () => {
  const viewer = useRequiredViewer()
  const [bio, setBio] = useState(viewer.bio)
  const pictures = usePictures()
  const { errors, pending, props } = useForm<'bio'>({
    check: (values) => ({ bio: checkBio(values.bio) }),
    send: async () => {
      if (pictures.isChanged || bio !== viewer.bio) await saveProfile({ bio, ...(await pictures.send()) })
      goToStep('people')
    },
    failed: (error) => {
      toastFailure(error, { title: 'Update failed', fallback: 'Failed to update profile' })
      return undefined
    },
  })
  return (
    <form {...props} className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Avatar
          name={viewer.displayName}
          seed={viewer.handle}
          src={pictures.shown('avatar', viewer.avatarUrl)}
          size={64}
          alt="Your avatar"
        />
        <PictureButton fileLabel="File for your avatar" onPick={(file) => pictures.pick('avatar', file)}>
          Choose a picture
        </PictureButton>
      </div>
      <Field
        label="Bio"
        error={errors.bio}
        aside={
          <span className="tabular text-ink-faint">
            {bio.length}/{LIMITS.bio}
          </span>
        }
      >
        <Textarea
          name="bio"
          rows={2}
          maxLength={LIMITS.bio}
          value={bio}
          onChange={({ target }) => setBio(target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="sm"
        className="self-start"
        pending={pending}
        pendingLabel="Saving..."
      >
        Next
      </Button>
      <Cropping pictures={pictures} />
    </form>
  )
}

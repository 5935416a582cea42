import type { ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { LIMITS } from '#contract/limits.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { FormAlert } from '#client/features/account/login/FormAlert.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
import { AccountCard, DangerZone } from './AccountCards.tsx'
import { PictureFields } from './PictureFields.tsx'
import { usePictures } from './usePictures.ts'
import { useSaveProfile } from './useSaveProfile.ts'
import type { ProfileValues } from './useSaveProfile.ts'

/**
 * The settings tab of one's own profile (product section 2, Profile), with room for further cards before the
 * way out.
 */
export const ProfileSettings = ({ children }: { children?: ReactNode }) => (
  <div className="flex flex-col gap-4 p-4">
    <Card title="Your profile">
      <ProfileForm />
    </Card>
    <AccountCard />
    {children}
    <DangerZone />
  </div>
)

const ProfileForm = () => {
  const viewer = useRequiredViewer()
  const { handle, displayName, bio } = viewer
  // Another tab may save meanwhile; what is being typed here stays.
  const form = useForm<ProfileValues>({
    values: { displayName, bio },
    resetOptions: { keepDirtyValues: true },
  })
  const pictures = usePictures()
  const { save, saving, failure } = useSaveProfile(form, pictures)
  const written = useWatch({ control: form.control, name: 'bio' }).length
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      {failure && <FormAlert>{failure}</FormAlert>}
      <PictureFields viewer={viewer} pictures={pictures} />
      <Field label="Display name" required error={form.formState.errors.displayName?.message}>
        <Input autoComplete="name" maxLength={LIMITS.displayName} {...form.register('displayName')} />
      </Field>
      <Field label="Bio" error={form.formState.errors.bio?.message} aside={<BioCounter written={written} />}>
        <Textarea rows={3} maxLength={LIMITS.bio} {...form.register('bio')} />
      </Field>
      <Field label="Handle" hint="Carved in marble. It cannot be changed.">
        <Input lead="@" dir="ltr" readOnly value={handle} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        pending={saving}
        pendingLabel="Saving..."
      >
        Save Changes
      </Button>
    </form>
  )
}

const BioCounter = ({ written }: { written: number }) => (
  <span className="tabular text-ink-faint">
    {written}/{LIMITS.bio}
  </span>
)

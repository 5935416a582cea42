import { useState } from 'react'
import { checkBio, checkDisplayName } from '#contract/account.checks.ts'
import { LIMITS } from '#contract/limits.ts'
import { saveProfile, logOut } from '#client/features/account/data/viewer/viewer.actions.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { FormAlert } from '#client/features/account/login/FormAlert.tsx'
import { toastFailure } from '#client/live/failure-toast.ts'
import { errorMessageOf } from '#client/live/http.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
import { toast } from '#client/ui/toast.ts'
import { useForm } from '#client/ui/use-form.ts'
import { longDate } from '#client/ui/locale.ts'
import { PictureFields } from './PictureFields.tsx'
import { usePictures } from './usePictures.ts'

const FALLBACK = 'Failed to update profile'

/** The settings tab of one's own profile, and the first section of /settings (product section 2). */
export const ProfileSettings = () => (
  <div className="flex flex-col gap-4 p-4">
    <Card title="Your profile">
      <ProfileForm />
    </Card>
    <AccountCard />
    <DangerZone />
  </div>
)

type Name = 'displayName' | 'bio'

const check = ({ displayName, bio }: Record<Name, string>) => ({
  displayName: checkDisplayName(displayName),
  bio: checkBio(bio),
})

const ProfileForm = () => {
  const viewer = useRequiredViewer()
  // Another tab may save meanwhile: only what was typed here overrides what is saved.
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({})
  const { displayName, bio } = { displayName: viewer.displayName, bio: viewer.bio, ...typed }
  const pictures = usePictures()
  const [failure, setFailure] = useState<string | null>(null)
  const { errors, pending, props } = useForm<Name>({
    check,
    send: async (values) => {
      setFailure(null)
      await saveProfile({ ...values, ...(await pictures.send()) })
      setTyped({})
      pictures.clear()
      toast({ title: 'Profile updated' })
    },
    failed: (error) => {
      setFailure(errorMessageOf(error, FALLBACK))
      toastFailure(error, { title: 'Update failed', fallback: FALLBACK })
      return undefined
    },
  })
  return (
    <form {...props} className="flex flex-col gap-5">
      {failure && <FormAlert>{failure}</FormAlert>}
      <PictureFields viewer={viewer} pictures={pictures} />
      <Field label="Display name" required error={errors.displayName}>
        <Input
          name="displayName"
          autoComplete="name"
          maxLength={LIMITS.displayName}
          value={displayName}
          onChange={({ target }) => setTyped({ ...typed, displayName: target.value })}
        />
      </Field>
      <Field label="Bio" error={errors.bio} aside={<BioCounter written={bio.length} />}>
        <Textarea
          name="bio"
          rows={3}
          maxLength={LIMITS.bio}
          value={bio}
          onChange={({ target }) => setTyped({ ...typed, bio: target.value })}
        />
      </Field>
      <Field label="Handle" hint="Carved in marble. It cannot be changed.">
        <Input lead="@" dir="ltr" readOnly value={viewer.handle} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        pending={pending}
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

/**
 * Email and the day the account was opened. The address is changed at /settings?section=security, and has to be
 * confirmed.
 */
const AccountCard = () => {
  const { email, createdAt } = useRequiredViewer()
  return (
    <Card title="Account">
      <dl className="grid gap-x-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2">
        <dt className="text-ink-soft">Email</dt>
        <dd className="one-line max-sm:mb-3">{email}</dd>
        <dt className="text-ink-soft">Account created</dt>
        <dd>{longDate(Date.parse(createdAt))}</dd>
      </dl>
    </Card>
  )
}

/** Log-out. The router opens the landing page afterwards. */
const DangerZone = () => (
  <Card title="Danger Zone">
    <WriteButton variant="danger" does={{ write: logOut, failed: 'Sign out failed' }}>
      Log Out
    </WriteButton>
  </Card>
)

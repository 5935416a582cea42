import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CurrentUserView } from '#contract/account.ts'
import { CropPicture } from '#client/features/media/crop/CropPicture.tsx'
import { PictureButton } from '#client/features/media/PictureButton.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { FieldLegend } from '#client/ui/Field.tsx'
import type { PictureKind, usePictures } from './usePictures.ts'
import './PictureFields.css'

type Viewer = Pick<CurrentUserView, 'displayName' | 'handle' | 'avatarUrl' | 'bannerUrl'>

/** Banner and avatar: choose, crop, remove, with a preview of the profile (DECISIONS row 6). */
export const PictureFields = ({
  viewer,
  pictures,
}: {
  viewer: Viewer
  pictures: ReturnType<typeof usePictures>
}) => {
  const banner = pictures.shown('banner', viewer.bannerUrl)
  const avatar = pictures.shown('avatar', viewer.avatarUrl)
  const row = (kind: PictureKind, isSet: boolean) => (
    <Choice
      kind={kind}
      isSet={isSet}
      onPick={(file) => pictures.pick(kind, file)}
      onRemove={() => pictures.remove(kind)}
    />
  )
  return (
    <>
      <Group name="Banner">
        <div className="s-profile-banner s-picture-banner">
          {banner ? <img src={banner} alt="Your banner" /> : <div className="tiles size-full" />}
        </div>
        {row('banner', banner !== null)}
      </Group>
      <Group name="Avatar" className="s-picture-face">
        <Avatar
          name={viewer.displayName}
          seed={viewer.handle}
          src={avatar}
          size={96}
          alt="Your avatar"
          loading="eager"
        />
        {row('avatar', avatar !== null)}
      </Group>
      <Cropping pictures={pictures} />
    </>
  )
}

const Group = ({ name, className, children }: { name: string; className?: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <FieldLegend>{name}</FieldLegend>
    <div className={className}>{children}</div>
  </fieldset>
)

interface ChoiceProps {
  kind: PictureKind
  isSet: boolean
  onPick: (file: File) => void
  onRemove: () => void
}

const Choice = ({ kind, isSet, onPick, onRemove }: ChoiceProps) => (
  <div className="s-picture-actions">
    <PictureButton fileLabel={`File for your ${kind}`} onPick={onPick}>
      {isSet ? 'Change' : 'Upload'} <span className="sr-only">{kind}</span>
    </PictureButton>
    {isSet && (
      <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={onRemove}>
        Remove <span className="sr-only">{kind}</span>
      </Button>
    )}
  </div>
)

/** The dialog that crops a chosen picture. */
export const Cropping = ({
  pictures: { cropping, cropped, stopCropping },
}: {
  pictures: ReturnType<typeof usePictures>
}) => {
  const { kind, file } = cropping ?? { kind: 'avatar', file: null }
  return (
    <CropPicture
      file={file}
      shape={kind}
      name={`${kind} image`}
      onDone={(blob) => cropped(kind, blob)}
      onEnd={stopCropping}
    />
  )
}

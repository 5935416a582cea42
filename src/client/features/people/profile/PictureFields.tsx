import { ImageUp, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { ACCEPTED } from '#contract/media.constants.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { CROP_SHAPES } from '#client/features/media/crop/crop-shapes.ts'
import type { CropDialogProps } from '#client/features/media/crop/CropDialog.tsx'
import { FileInput } from '#client/features/media/FileInput.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { FieldLegend } from '#client/ui/Field.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { toast } from '#client/ui/toast.ts'
import type { PictureKind, usePictures } from './usePictures.ts'
import './PictureFields.css'

const cropDialog = lazyComponent<CropDialogProps>(
  async () => (await import('#client/features/media/crop/CropDialog.tsx')).CropDialog,
)

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

const Choice = ({ kind, isSet, onPick, onRemove }: ChoiceProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="s-picture-actions">
      <FileInput
        input={input}
        label={`File for your ${kind}`}
        accept={ACCEPTED.image}
        onFiles={([file]) => file && onPick(file)}
      />
      <Button size="sm" icon={<ImageUp />} onClick={() => input.current?.click()}>
        {isSet ? 'Change' : 'Upload'} <span className="sr-only">{kind}</span>
      </Button>
      {isSet && (
        <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={onRemove}>
          Remove <span className="sr-only">{kind}</span>
        </Button>
      )}
    </div>
  )
}

/** The dialog that crops a chosen picture. */
export const Cropping = ({ pictures }: { pictures: ReturnType<typeof usePictures> }) => {
  const { cropping, cropped, stopCropping } = pictures
  const broken = () => {
    stopCropping()
    toast({
      variant: 'destructive',
      title: 'Update failed',
      description: `Failed to process ${cropping?.kind ?? 'avatar'} image`,
    })
  }
  const CropDialog = useLazy(cropDialog, cropping !== null, broken)
  if (!CropDialog || !cropping) return null
  const { kind, file } = cropping
  return (
    <CropDialog
      file={file}
      shape={CROP_SHAPES[kind]}
      onDone={(blob) => cropped(kind, blob)}
      onCancel={stopCropping}
      onBroken={broken}
    />
  )
}

import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { toast } from '#client/ui/toast.ts'
import { CROP_SHAPES } from './crop-shapes.ts'
import type { CropDialogProps } from './CropDialog.tsx'

const cropDialog = lazyComponent<CropDialogProps>(async () => (await import('./CropDialog.tsx')).CropDialog)

interface CropPictureProps {
  /** The chosen file; null while there is none. */
  file: File | null
  shape: keyof typeof CROP_SHAPES
  /** What the toast calls a picture that cannot be read. */
  name: string
  onDone: (picture: Blob) => void
  /** Nothing was cropped. */
  onEnd: () => void
}

/** The dialog that crops a chosen picture; its code is loaded with the first one. */
export const CropPicture = ({ file, shape, name, onDone, onEnd }: CropPictureProps) => {
  const broken = () => {
    onEnd()
    toast({ variant: 'destructive', title: 'Update failed', description: `Failed to process ${name}` })
  }
  const Crop = useLazy(cropDialog, file !== null, broken)
  return (
    file &&
    Crop && <Crop file={file} shape={CROP_SHAPES[shape]} onDone={onDone} onCancel={onEnd} onBroken={broken} />
  )
}

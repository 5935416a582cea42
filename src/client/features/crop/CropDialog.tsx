import { useEffect, useState } from 'react'
import Cropper from 'react-easy-crop'
import type { Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { cutOut } from './cut-out.ts'
import type { CropShape } from './crop-shapes.ts'
import './CropDialog.css'

export interface CropDialogProps {
  file: File
  shape: CropShape
  /** The piece that was chosen, ready to be sent. */
  onDone: (picture: Blob) => void
  onCancel: () => void
  /** The browser cannot read the file. */
  onBroken: () => void
}

const MOST_ZOOM = 5
const STEP = 0.1

/** Moves and enlarges a picture under its frame: by mouse, finger and pinch, and by arrow keys, plus and minus. */
export const CropDialog = ({ file, shape, onDone, onCancel, onBroken }: CropDialogProps) => {
  const image = useObjectUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [cutting, setCutting] = useState(false)
  const use = async () => {
    if (!image || !area || cutting) return
    setCutting(true)
    await cutOut(image, area, shape).then(onDone, onBroken)
  }
  const nudge = (key: string) => {
    if (key === '+' || key === '=') setZoom((held) => Math.min(MOST_ZOOM, held + STEP))
    if (key === '-') setZoom((held) => Math.max(1, held - STEP))
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={`Crop your ${shape.name}`}
      description="Drag to move, or use the arrow keys. Pinch, scroll or slide to zoom."
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" disabled={!area} pending={cutting} onClick={() => void use()}>
            Use picture
          </Button>
        </>
      }
    >
      <div className="rf-crop" onKeyDown={({ key }) => nudge(key)}>
        {image && (
          <Cropper
            image={image}
            crop={crop}
            zoom={zoom}
            maxZoom={MOST_ZOOM}
            aspect={shape.aspect}
            cropShape={shape.round ? 'round' : 'rect'}
            showGrid={false}
            keyboardStep={8}
            disableAutomaticStylesInjection
            classes={{ cropAreaClassName: 'rf-crop-frame' }}
            cropperProps={{ 'aria-label': 'Position of the picture, moved by the arrow keys', role: 'group' }}
            mediaProps={{ onError: onBroken, alt: '' }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <label className="mt-4 flex items-center gap-3">
        <span className="text-sm font-semibold">Zoom</span>
        <input
          type="range"
          className="rf-crop-zoom"
          min={1}
          max={MOST_ZOOM}
          step={STEP}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)} percent`}
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </label>
    </Dialog>
  )
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

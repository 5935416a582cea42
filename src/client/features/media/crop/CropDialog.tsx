import { useEffect, useState } from 'react'
import type { KeyboardEvent } from 'react'
import Cropper from 'react-easy-crop'
import type { Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { CropShape } from './crop-shapes.ts'
import './CropDialog.css'

export interface CropDialogProps {
  file: File
  shape: CropShape
  /** The cropped picture. */
  onDone: (picture: Blob) => void
  onCancel: () => void
  /** The browser cannot read the file. */
  onBroken: () => void
}

const MAX_ZOOM = 5
const STEP = 0.1

/** Crops a picture: moves and zooms it below a frame, by mouse, touch, wheel or keys. */
export const CropDialog = ({ file, shape, onDone, onCancel, onBroken }: CropDialogProps) => {
  const image = useObjectUrl(file)
  const [area, setArea] = useState<Area | null>(null)
  const [zoom, setZoom] = useState(1)
  const [cutting, setCutting] = useState(false)
  const use = async () => {
    if (!image || !area || cutting) return
    setCutting(true)
    await cutOut(image, area, shape).then(onDone, onBroken)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={shape.title}
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
      {image && (
        <CropArea
          image={image}
          shape={shape}
          zoom={zoom}
          onZoom={setZoom}
          onArea={setArea}
          onBroken={onBroken}
        />
      )}
      <ZoomSlider zoom={zoom} onZoom={setZoom} />
    </Dialog>
  )
}

interface CropAreaProps extends Pick<CropDialogProps, 'shape' | 'onBroken'> {
  image: string
  zoom: number
  onZoom: (zoom: number) => void
  onArea: (pixels: Area) => void
}

const CropArea = ({ image, shape, zoom, onZoom, onArea, onBroken }: CropAreaProps) => {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === '+' || key === '=') onZoom(Math.min(MAX_ZOOM, zoom + STEP))
    if (key === '-') onZoom(Math.max(1, zoom - STEP))
  }
  return (
    <div className="s-crop" role="presentation" onKeyDown={onKeyDown}>
      <Cropper
        image={image}
        crop={crop}
        zoom={zoom}
        maxZoom={MAX_ZOOM}
        aspect={shape.aspect}
        cropShape={shape.round ? 'round' : 'rect'}
        showGrid={false}
        keyboardStep={8}
        disableAutomaticStylesInjection
        classes={{ cropAreaClassName: 's-crop-frame' }}
        cropperProps={{ 'aria-label': 'Position of the picture, moved by the arrow keys', role: 'group' }}
        mediaProps={{ onError: onBroken, alt: '' }}
        onCropChange={setCrop}
        onZoomChange={onZoom}
        onCropAreaChange={(_, pixels) => onArea(pixels)}
      />
    </div>
  )
}

const ZoomSlider = ({ zoom, onZoom }: Pick<CropAreaProps, 'zoom' | 'onZoom'>) => (
  <label className="mt-4 flex items-center gap-3">
    <span className="text-sm font-semibold">Zoom</span>
    <input
      type="range"
      className="s-crop-zoom"
      min={1}
      max={MAX_ZOOM}
      step={STEP}
      value={zoom}
      aria-valuetext={`${Math.round(zoom * 100)} percent`}
      onChange={({ target }) => onZoom(Number(target.value))}
    />
  </label>
)

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

interface Piece {
  x: number
  y: number
  width: number
  height: number
}

const QUALITY = 0.92

/**
 * Draws a part of a picture (in its own pixels, after rotation) to a file. Throws when the browser cannot.
 */
async function cutOut(address: string, piece: Piece, { width: most, aspect }: CropShape): Promise<Blob> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.min(most, Math.round(piece.width)))
  canvas.height = Math.max(1, Math.round(canvas.width / aspect))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, piece.x, piece.y, piece.width, piece.height, 0, 0, canvas.width, canvas.height)
  return await new Promise((resolve, reject) => {
    // Safari writes a PNG instead.
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))),
      'image/webp',
      QUALITY,
    )
  })
}

import type { CropShape } from './crop-shapes.ts'

interface Piece {
  x: number
  y: number
  width: number
  height: number
}

const QUALITY = 0.92

/**
 * Draws a piece of a picture (in its own pixels, after turning) to a file. Throws when the browser cannot.
 */
export async function cutOut(
  address: string,
  piece: Piece,
  { width: most, aspect }: CropShape,
): Promise<Blob> {
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
    // Safari makes a PNG of it, which is as good.
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))),
      'image/webp',
      QUALITY,
    )
  })
}

/** The shape a picture is cropped to. */
export interface CropShape {
  name: 'avatar' | 'banner'
  /** width / height. */
  aspect: number
  /** Shown in a circle. */
  round: boolean
  /** Width of the result in pixels, but never more than the cropped part has. */
  width: number
}

export const CROP_SHAPES = {
  avatar: { name: 'avatar', aspect: 1, round: true, width: 1080 },
  banner: { name: 'banner', aspect: 3, round: false, width: 1500 },
} as const satisfies Record<string, CropShape>

/** The shape a picture is cropped to. */
export interface CropShape {
  /** Of the dialog. */
  title: string
  /** width / height. */
  aspect: number
  /** Shown in a circle. */
  round: boolean
  /** Width of the result in pixels, but never more than the cropped part has. */
  width: number
}

export const CROP_SHAPES = {
  avatar: { title: 'Crop your avatar', aspect: 1, round: true, width: 1080 },
  banner: { title: 'Crop your banner', aspect: 3, round: false, width: 1500 },
  group: { title: 'Crop the picture', aspect: 1, round: true, width: 1080 },
} as const satisfies Record<string, CropShape>

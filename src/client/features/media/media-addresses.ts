import type { ShownMedia } from './MediaBox.tsx'

/** The API address of a stored media address (product section 7, Media). */
const served = (address: string): string => address.replace(/^\/objects\//, '/api/')

/** A video by the last segment of its address. */
export const videoAddress = (mediaUrl: string): string =>
  `/api/media/direct/${mediaUrl.slice(mediaUrl.lastIndexOf('/') + 1)}`

const wantsNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** A picture in card size. An animated one is a still for people that prefer reduced motion. */
export function pictureAddress({ media, mediaUrl }: ShownMedia): string {
  const still = media?.kind === 'gif' && wantsNoMotion() ? media.poster : null
  return served(still ?? media?.variants.card ?? mediaUrl)
}

/** A picture in full size. */
export const fullAddress = ({ media, mediaUrl }: ShownMedia): string =>
  served(media?.variants.full ?? mediaUrl)

/** Whether the frame has the shape of the video; MediaBox.css limits how narrow and wide a frame is. */
export const isFramed = (aspect: number | null | undefined): boolean =>
  aspect != null && aspect >= 0.5 && aspect <= 4

import { clsx } from 'clsx'
import { createContext } from 'react'
import type { ShownMedia } from './MediaBox.tsx'
import { isFramed, pictureAddress } from './media-addresses.ts'

/** True for what the first screen of a phone shows: its pictures are in the server's HTML. */
export const AboveFold = createContext(false)

/**
 * Address of the picture that the server's HTML shows for these media; null for none. For videos and
 * animations it is the poster, because the server does not know who prefers reduced motion.
 */
export function firstPicture(shown: ShownMedia): string | null {
  const { media } = shown
  if (media?.state !== 'ready') return null
  return media.kind === 'image' ? pictureAddress(shown) : media.poster
}

/**
 * The picture as the server renders it, until the code of MediaContent is loaded. It has the size of what
 * replaces it: a larger one would count as the page's largest paint, seconds later.
 */
export const FirstPicture = ({ src, shown }: { src: string; shown: ShownMedia }) => (
  <img
    src={src}
    alt={shown.altText ?? ''}
    className={clsx('s-media-fill', shown.media?.kind === 'video' && 's-media-video')}
    data-framed={isFramed(shown.media?.aspect) || undefined}
    fetchPriority="high"
    data-still
  />
)

import { clsx } from 'clsx'
import { createContext, useContext } from 'react'
import type { ShownMedia } from './MediaBox.tsx'
import { pictureAddress } from './media-addresses.ts'

/**
 * True around what a first HTML shows at its very top: a picture there is in sight before any script could
 * say so.
 */
export const InFirstSight = createContext(false)

/** The picture of a first HTML, and the still of what moves: the page knows who wants no motion. */
export const StillPhoto = ({ shown }: { shown: ShownMedia }) => {
  const isInSight = useContext(InFirstSight)
  const { media, altText } = shown
  if (!isInSight || media?.state !== 'ready') return null
  const src = media.kind === 'image' ? pictureAddress(shown) : media.poster
  return (
    src && (
      <img
        src={src}
        alt={altText ?? ''}
        className={clsx('rf-media-fill', media.kind === 'video' && 'rf-media-video')}
        fetchPriority="high"
        data-still
      />
    )
  )
}

/** Addresses of the pictures that the first HTML showed, while it is still there. */
export const stillPhotos = (): string[] =>
  Array.from(document.querySelectorAll('img[data-still]'), (image) => image.getAttribute('src') ?? '')

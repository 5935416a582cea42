import type { CSSProperties, ReactNode } from 'react'
import type { MediaType, MediaView } from '#contract/media.ts'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { StillPhoto, stillPhotos } from './StillPhoto.tsx'
import './MediaBox.css'

export interface ShownMedia {
  mediaUrl: string
  mediaType: MediaType | null
  /** Absent only where the server knew no more than the address. */
  media: MediaView | null
  altText: string | null
}

const content = lazyComponent<ShownMedia>(async () => (await import('./MediaContent.tsx')).MediaContent)

/** Fetches what the pictures of the first HTML need to stay where they are when the page takes its place. */
export const prepareStillMedia = async (): Promise<void> => {
  if (stillPhotos().length > 0) await content.load()
}

/**
 * A picture or video in a frame of its true shape, blurred until it is here, so that nothing moves. `cover`
 * lies over it instead: then nothing of it is loaded.
 */
export const MediaBox = ({ cover, ...shown }: ShownMedia & { cover?: ReactNode }) => {
  const Content = useLazy(content, !cover)
  const { aspect, placeholder } = shown.media ?? {}
  return (
    <div className="rf-media-box" style={{ '--aspect': aspect ?? 1.6 } as CSSProperties}>
      {placeholder && <img className="rf-media-blur" src={placeholder} alt="" />}
      {cover ?? (Content ? <Content {...shown} /> : <StillPhoto shown={shown} />)}
    </div>
  )
}

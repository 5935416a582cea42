import { useContext, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import type { FurtherPictureView, MediaType, MediaView } from '#contract/media.ts'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { useServerRendered } from '#client/ui/useHydrating.ts'
import { AboveFold, FirstPicture, firstPicture } from './FirstPicture.tsx'
import './MediaBox.css'

export interface ShownMedia {
  mediaUrl: string
  mediaType: MediaType | null
  /** Null when the server knows only the address. */
  media: MediaView | null
  altText: string | null
  /** Where it stands among several, as '2 of 4'. */
  position?: string
}

/** `inDocument`: address of the picture that the server's HTML shows in this place already. */
export type LoadedMediaProps = ShownMedia & { inDocument: string | null }

const content = lazyComponent<LoadedMediaProps>(async () => (await import('./MediaContent.tsx')).MediaContent)

/**
 * A picture or video in a frame of its aspect ratio, with a blurred preview, so that the layout does not
 * shift. `cover` replaces it: then nothing is loaded.
 */
export const MediaBox = ({ cover, ...shown }: ShownMedia & { cover?: ReactNode }) => {
  const isAboveFold = useContext(AboveFold)
  const serverRendered = useServerRendered()
  const [inDocument] = useState(() => (serverRendered && isAboveFold && !cover ? firstPicture(shown) : null))
  const Content = useLazy(content, !cover)
  const { aspect, placeholder } = shown.media ?? {}
  return (
    <div className="s-media-box" style={{ '--aspect': aspect ?? 1.6 } as CSSProperties}>
      {placeholder && <img className="s-media-blur" src={placeholder} alt="" />}
      {cover ??
        (Content ? (
          <Content {...shown} inDocument={inDocument} />
        ) : (
          inDocument && <FirstPicture src={inDocument} shown={shown} />
        ))}
    </div>
  )
}

interface AttachedMediaProps extends ShownMedia {
  morePictures?: readonly FurtherPictureView[] | undefined
  /** Covers all of it. */
  cover?: ReactNode
}

/** What a post or message shows: a video, a picture, or up to four pictures in a frame of one shape. */
export const AttachedMedia = ({
  mediaUrl,
  mediaType,
  media,
  altText,
  morePictures,
  cover,
}: AttachedMediaProps) => {
  const first = { mediaUrl, mediaType, media, altText }
  if (!morePictures) return <MediaBox {...first} cover={cover} />
  const others = morePictures.map((one) => ({
    mediaUrl: one.media.mediaUrl,
    mediaType: one.media.mediaType,
    ...one,
  }))
  const all = [first, ...others]
  return (
    <div className="s-pictures" data-count={all.length}>
      {all.map((one, at) => (
        <MediaBox
          key={one.mediaUrl}
          {...one}
          position={`${at + 1} of ${all.length}`}
          cover={cover && <></>}
        />
      ))}
      {cover}
    </div>
  )
}

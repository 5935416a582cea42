import { TriangleAlert } from 'lucide-react'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { Button } from '#client/ui/Button.tsx'
import type { ShownMedia } from './MediaBox.tsx'
import { Photo } from './Photo.tsx'
import { Video } from './Video.tsx'
import { useInSight } from './useInSight.ts'
import { useRetries } from './useRetries.ts'
import { fullAddress, pictureAddress, videoAddress } from './media-addresses.ts'
import { stillPhotos } from './StillPhoto.tsx'
import './MediaContent.css'

// Read while the first HTML stands: these are on screen already, and go on without a blink.
const stood = new Set(stillPhotos())

/**
 * What is in the frame: loads when it comes into sight, tries again by itself, and says so when nothing
 * helps.
 */
export const MediaContent = (shown: ShownMedia) => {
  const state = shown.media?.state ?? 'ready'
  if (state === 'failed')
    return (
      <Note words={shown.mediaType === 'video' ? MEDIA_MESSAGES.videoFailed : MEDIA_MESSAGES.mediaBroken} />
    )
  if (state !== 'ready') return <Note words="Processing" />
  return <Loaded {...shown} />
}

const Loaded = (shown: ShownMedia) => {
  const isVideo = shown.mediaType === 'video'
  const address = isVideo ? videoAddress(shown.mediaUrl) : pictureAddress(shown)
  const { element, seen } = useInSight(stood.has(address) || stood.has(shown.media?.poster ?? ''))
  const { src, failed, onError, tryAgain } = useRetries(address)
  if (failed)
    return <Failed words={isVideo ? 'Video failed to load' : 'Photo failed to load'} onTryAgain={tryAgain} />
  return (
    <div ref={element} className="rf-media-fill" {...(!isVideo && slideData(shown))}>
      {seen &&
        (isVideo ? (
          <Video key={src} src={src} shown={shown} onError={onError} />
        ) : (
          <Photo src={src} shown={shown} stood={stood.has(src)} onError={onError} />
        ))}
    </div>
  )
}

/** What the lightbox shows of a picture, also of one that is further down and not loaded yet. */
const slideData = (shown: ShownMedia) => ({
  'data-full': fullAddress(shown),
  'data-alt': shown.altText ?? '',
  'data-width': shown.media?.width ?? undefined,
  'data-height': shown.media?.height ?? undefined,
})

const Note = ({ words }: { words: string }) => (
  <div className="rf-media-fill rf-media-note">
    <p>{words}</p>
  </div>
)

const Failed = ({ words, onTryAgain }: { words: string; onTryAgain: () => void }) => (
  <div role="alert" className="rf-media-fill rf-media-note">
    <TriangleAlert aria-hidden="true" />
    <p>{words}</p>
    <Button size="sm" onClick={onTryAgain}>
      Try Again
    </Button>
  </div>
)

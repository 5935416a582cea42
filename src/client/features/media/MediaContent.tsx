import { TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { Button } from '#client/ui/Button.tsx'
import type { LoadedMediaProps, ShownMedia } from './MediaBox.tsx'
import { Photo } from './Photo.tsx'
import { Video } from './Video.tsx'
import { fullAddress, pictureAddress, videoAddress } from './media-addresses.ts'
import './MediaContent.css'

/**
 * What is in the frame: loads when it comes into sight, tries again by itself, and says so when nothing
 * helps.
 */
export const MediaContent = (shown: LoadedMediaProps) => {
  const state = shown.media?.state ?? 'ready'
  if (state === 'failed')
    return (
      <Note words={shown.mediaType === 'video' ? MEDIA_MESSAGES.videoFailed : MEDIA_MESSAGES.mediaBroken} />
    )
  if (state !== 'ready') return <Note words="Processing" />
  return <Loaded {...shown} />
}

const Loaded = (shown: LoadedMediaProps) => {
  const isVideo = shown.mediaType === 'video'
  const address = isVideo ? videoAddress(shown.mediaUrl) : pictureAddress(shown)
  const { element, seen } = useInSight(shown.inDocument !== null)
  const { src, failed, onError, tryAgain } = useRetries(address)
  if (failed)
    return <Failed words={isVideo ? 'Video failed to load' : 'Photo failed to load'} onTryAgain={tryAgain} />
  return (
    <div ref={element} className="rf-media-fill" {...(!isVideo && slideData(shown))}>
      {seen &&
        (isVideo ? (
          <Video key={src} src={src} shown={shown} onError={onError} />
        ) : (
          <Photo src={src} shown={shown} wasShown={shown.inDocument === src} onError={onError} />
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

/** When media begin to load: a tenth of them, or 50 px before they come into sight (product section 4). */
const SIGHT: IntersectionObserverInit = { threshold: 0.1, rootMargin: '50px' }

/** Whether an element has come into sight; once it has, it stays so. */
function useInSight(initially: boolean) {
  const [seen, setSeen] = useState(initially)
  const element = useCallback((target: HTMLElement | null) => {
    if (!target) return undefined
    const eye = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setSeen(true)
      eye.disconnect()
    }, SIGHT)
    eye.observe(target)
    return () => eye.disconnect()
  }, [])
  return { element, seen }
}

/** Waits before the tries after the first, in ms (product section 9). */
const WAITS = [1_000, 2_000] as const

/**
 * An address that is tried again twice after an error, past every cache, until `failed`; `tryAgain` begins
 * anew.
 */
function useRetries(address: string) {
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onError = () => {
    const wait = WAITS[tries % (WAITS.length + 1)]
    clearTimeout(timer.current)
    if (wait === undefined) setFailed(true)
    else timer.current = setTimeout(() => setTries(tries + 1), wait)
  }
  const tryAgain = () => {
    setFailed(false)
    setTries(tries + 1)
  }
  return {
    src: tries === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}retry=${tries}`,
    failed,
    onError,
    tryAgain,
  }
}

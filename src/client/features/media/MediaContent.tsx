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
 * The content of the frame. Loads when it comes into view, retries by itself, and shows a message when that
 * fails.
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
    <div ref={element} className="s-media-fill" {...(!isVideo && slideData(shown))}>
      {seen &&
        (isVideo ? (
          <Video key={src} src={src} shown={shown} onError={onError} />
        ) : (
          <Photo src={src} shown={shown} wasShown={shown.inDocument === src} onError={onError} />
        ))}
    </div>
  )
}

/** Data for the lightbox, also of pictures that are not loaded yet. */
const slideData = (shown: ShownMedia) => ({
  'data-full': fullAddress(shown),
  'data-alt': shown.altText ?? '',
  'data-width': shown.media?.width ?? undefined,
  'data-height': shown.media?.height ?? undefined,
})

const Note = ({ words }: { words: string }) => (
  <div className="s-media-fill s-media-note">
    <p>{words}</p>
  </div>
)

const Failed = ({ words, onTryAgain }: { words: string; onTryAgain: () => void }) => (
  <div role="alert" className="s-media-fill s-media-note">
    <TriangleAlert aria-hidden="true" />
    <p>{words}</p>
    <Button size="sm" onClick={onTryAgain}>
      Try Again
    </Button>
  </div>
)

/** Media load when a tenth of them is visible, or 50 px before (product section 4). */
const SIGHT: IntersectionObserverInit = { threshold: 0.1, rootMargin: '50px' }

/** Whether an element has been in view. Stays true. */
function useInSight(initially: boolean) {
  const [seen, setSeen] = useState(initially)
  const element = useCallback((target: HTMLElement | null) => {
    if (!target) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setSeen(true)
      observer.disconnect()
    }, SIGHT)
    observer.observe(target)
    return () => observer.disconnect()
  }, [])
  return { element, seen }
}

/** Delays of the retries, in ms (product section 9). */
const WAITS = [1_000, 2_000] as const

/**
 * An address that is retried twice after an error, past every cache, before `failed`. `tryAgain` starts over.
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

import { useEffect, useRef } from 'react'
import type { ShownMedia } from './MediaBox.tsx'

interface VideoProps {
  src: string
  shown: ShownMedia
  onError: () => void
}

/** A video that plays, muted, while it is the one in view. */
export const Video = ({ src, shown: { altText, media }, onError }: VideoProps) => {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => (video.current ? stageVideo(video.current) : undefined), [])
  return (
    <video
      ref={video}
      className="rf-media-fill rf-media-video"
      src={src}
      aria-label={altText || 'Video'}
      poster={media?.poster ?? undefined}
      preload={media?.poster ? 'none' : 'metadata'}
      muted
      loop
      controls
      playsInline
      onError={onError}
    />
  )
}

/** Part of a video that has to be in view before it plays by itself. */
const ENOUGH = 0.6

const inView = new Map<HTMLVideoElement, number>()
/** Stopped by the person: they do not begin again by themselves. */
const stopped = new WeakSet<HTMLVideoElement>()
/** Stopped by us. */
const hushed = new WeakSet<HTMLVideoElement>()
let playing: HTMLVideoElement | null = null
let eye: IntersectionObserver | undefined

/** Neither for who wants no motion nor for who pays for every byte. */
function mayPlay(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return (
    connection?.saveData !== true &&
    !matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches
  )
}

/**
 * Lets a video play while it is the one best in view; one plays at a time. Returns the way to take it off.
 */
function stageVideo(video: HTMLVideoElement): () => void {
  const ear = new AbortController()
  eye ??= new IntersectionObserver(look, { threshold: [0, 0.25, ENOUGH, 0.8, 1] })
  eye.observe(video)
  video.addEventListener('play', () => takeOver(video), { signal: ear.signal })
  video.addEventListener('pause', () => noteStop(video), { signal: ear.signal })
  return () => {
    ear.abort()
    eye?.unobserve(video)
    inView.delete(video)
    if (playing === video) playing = null
  }
}

function look(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, intersectionRatio } of entries)
    inView.set(target as HTMLVideoElement, intersectionRatio)
  for (const [video, part] of inView) if (part < 0.25 && !video.paused) hush(video)
  if (playing && !playing.paused && (inView.get(playing) ?? 0) >= ENOUGH) return
  const [best] = [...inView]
    .filter(([video, part]) => part >= ENOUGH && !stopped.has(video))
    .sort(([, a], [, b]) => b - a)
  // A browser that wants a touch first keeps it still; the controls are there.
  if (best && mayPlay()) void best[0].play().catch(() => undefined)
}

function takeOver(video: HTMLVideoElement): void {
  if (playing && playing !== video && !playing.paused) hush(playing)
  playing = video
  stopped.delete(video)
}

function hush(video: HTMLVideoElement): void {
  hushed.add(video)
  video.pause()
}

function noteStop(video: HTMLVideoElement): void {
  if (!hushed.delete(video) && !video.seeking) stopped.add(video)
}

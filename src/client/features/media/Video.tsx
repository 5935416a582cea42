import { useEffect, useRef } from 'react'
import type { ShownMedia } from './MediaBox.tsx'
import { isFramed } from './media-addresses.ts'

interface VideoProps {
  src: string
  shown: ShownMedia
  onError: () => void
}

/** A video that plays, muted, while it is the uppermost visible one. */
export const Video = ({ src, shown: { altText, media }, onError }: VideoProps) => {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => (video.current ? stageVideo(video.current) : undefined), [])
  return (
    <video
      ref={video}
      className="s-media-fill s-media-video"
      data-framed={isFramed(media?.aspect) || undefined}
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

/** Visible part of a video that starts playing. */
const ENOUGH = 0.6

const inView = new Map<HTMLVideoElement, number>()
/** Paused by the person; it is not played automatically again. */
const stopped = new WeakSet<HTMLVideoElement>()
/** Paused and started by this module; removed when the event comes. */
const pausedHere = new WeakSet<HTMLVideoElement>()
const startedHere = new WeakSet<HTMLVideoElement>()
let playing: HTMLVideoElement | null = null
/** Started by the person; it plays on while it is visible. */
let chosen: HTMLVideoElement | null = null
let observer: IntersectionObserver | undefined

/** Not with reduced motion, nor with reduced data. */
function mayPlay(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return (
    connection?.saveData !== true &&
    !matchMedia('(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)').matches
  )
}

/**
 * Plays a video while it is the uppermost visible one; one at a time. Returns the function that stops this.
 */
function stageVideo(video: HTMLVideoElement): () => void {
  const controller = new AbortController()
  observer ??= new IntersectionObserver(onVisibility, { threshold: [0, 0.25, ENOUGH, 0.8, 1] })
  observer.observe(video)
  video.addEventListener('play', () => onPlay(video), { signal: controller.signal })
  video.addEventListener('pause', () => onPause(video), { signal: controller.signal })
  return () => {
    controller.abort()
    observer?.unobserve(video)
    inView.delete(video)
    if (chosen === video) chosen = null
    if (playing !== video) return
    playing = null
    playUppermost()
  }
}

function onVisibility(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, intersectionRatio } of entries)
    inView.set(target as HTMLVideoElement, intersectionRatio)
  for (const [video, part] of inView) if (part < 0.25 && !video.paused) pauseSilently(video)
  playUppermost()
}

// The uppermost one, not the one that became visible first: a new post at the top of the list plays at once,
// although
function playUppermost(): void {
  const visible = [...inView.keys()].filter((video) => (inView.get(video) ?? 0) >= ENOUGH)
  if (chosen && !chosen.paused && visible.includes(chosen)) return
  const top = (video: HTMLVideoElement) => video.getBoundingClientRect().top
  const [best] = visible.filter((video) => !stopped.has(video)).sort((a, b) => top(a) - top(b))
  if (!best?.paused || !mayPlay()) return
  startedHere.add(best)
  // A browser may refuse to play without a touch: the controls remain.
  best.play().catch(() => startedHere.delete(best))
}

function onPlay(video: HTMLVideoElement): void {
  if (playing && playing !== video && !playing.paused) pauseSilently(playing)
  playing = video
  chosen = startedHere.delete(video) ? null : video
  stopped.delete(video)
}

function pauseSilently(video: HTMLVideoElement): void {
  pausedHere.add(video)
  video.pause()
}

function onPause(video: HTMLVideoElement): void {
  if (!pausedHere.delete(video) && !video.seeking) stopped.add(video)
}

import { useEffect, useRef } from 'react'
import type { ShownMedia } from './MediaBox.tsx'
import { stageVideo } from './video-stage.ts'

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

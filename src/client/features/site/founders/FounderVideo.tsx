import { useState } from 'react'
import { BRAND } from '#contract/brand.ts'
import { inBrowser } from '#client/ui/in-browser.ts'
import { Mascot } from '#client/ui/Mascot.tsx'
import { useHydrating } from '#client/ui/useHydrating.ts'

const FALLBACK =
  "The founder's video would not play here. Picture a king, a throne and a short, sincere wave. The rest is written below."

/** Read once: a person who changes the setting while the page is open can use the pause button. */
const prefersStillness = () => inBrowser && matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * The clip that scripts/render-clip.ts renders: silent, played once, and not automatically with reduced
 * motion.
 */
export const FounderVideo = () => {
  const [failed, setFailed] = useState(false)
  const [prefersStill] = useState(prefersStillness)
  const still = useHydrating() || prefersStill
  if (failed) return <VideoFallback />
  // The clip starts to load before hydration, so its error may have occurred before React listens.
  const failedEarly = (video: HTMLVideoElement) => {
    const timer = setTimeout(
      () => video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE && setFailed(true),
    )
    return () => clearTimeout(timer)
  }
  return (
    <video
      // Another element: a browser does not begin to load because attributes have changed.
      key={still ? 'still' : 'playing'}
      ref={failedEarly}
      className="s-founder-video"
      width={1280}
      height={720}
      poster="/founder.webp"
      aria-label={`The court of ${BRAND.name} comes out to greet you. There is no sound.`}
      autoPlay={!still}
      preload={still ? 'none' : 'auto'}
      muted
      controls
      playsInline
    >
      {/* A source that fails tells itself, the video around it does not. */}
      <source src="/founder.mp4" type="video/mp4" onError={() => setFailed(true)} />
      {FALLBACK}
    </video>
  )
}

const VideoFallback = () => (
  <div className="s-founder-video s-founder-fallback" role="status">
    <Mascot name="king" size={160} />
    <p>{FALLBACK}</p>
  </div>
)

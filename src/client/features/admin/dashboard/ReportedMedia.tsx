import { EyeOff, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReportedMediaView } from '#contract/moderation.ts'
import { MediaBox } from '#client/features/media/MediaBox.tsx'

/**
 * The picture or video of what was reported, small, under what covers it for everybody else: nothing of it is
 * loaded before.
 */
export const ReportedMedia = ({ contentWarn, nsfw, ...shown }: ReportedMediaView) => {
  const [revealed, setRevealed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const reveal = () => {
    setRevealed(true)
    // The button goes with its click; the keyboard goes on from here.
    box.current?.focus()
  }
  const isCovered = !revealed && (nsfw || contentWarn !== null)
  return (
    <div ref={box} tabIndex={-1} className="max-w-80">
      <MediaBox {...shown} cover={isCovered ? <Cover warning={contentWarn} onReveal={reveal} /> : null} />
    </div>
  )
}

const Cover = ({ warning, onReveal }: { warning: string | null; onReveal: () => void }) => (
  <button
    type="button"
    className="absolute inset-0 flex w-full flex-col items-center justify-center gap-2 bg-surface/75 p-3 text-center text-sm text-ink-soft hover:bg-surface/85"
    onClick={onReveal}
  >
    {warning === null ? <EyeOff aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
    <span className="font-semibold text-ink wrap-anywhere" dir="auto">
      {warning ?? 'Sensitive content'}
    </span>
    <span>{warning === null ? 'Show it' : 'Content warning. Show it'}</span>
  </button>
)

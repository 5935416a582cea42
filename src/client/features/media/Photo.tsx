import { useRef, useState } from 'react'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { LightboxProps } from './Lightbox.tsx'
import type { ShownMedia } from './MediaBox.tsx'

const lightbox = lazyComponent<LightboxProps>(async () => (await import('./Lightbox.tsx')).Lightbox)

interface PhotoProps {
  src: string
  shown: ShownMedia
  /** The picture was already on screen: it neither fades in nor waits for its decoding. */
  wasShown: boolean
  onError: () => void
}

/** A picture. A click opens it in full screen. */
export const Photo = ({ src, shown, wasShown, onError }: PhotoProps) => {
  const [here, setHere] = useState(wasShown)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const Enlarged = useLazy(lightbox, open, () => setOpen(false))
  const { altText, position } = shown
  return (
    <>
      <button
        ref={button}
        type="button"
        className="s-media-open"
        aria-label={[`Enlarge photo${position ? ` ${position}` : ''}`, altText].filter(Boolean).join(': ')}
        onClick={() => setOpen(true)}
      >
        <img
          src={src}
          alt={altText ?? ''}
          className="s-media-fill s-media-photo"
          data-here={here || undefined}
          decoding={wasShown ? 'sync' : 'async'}
          draggable={false}
          onLoad={() => setHere(true)}
          onError={onError}
        />
      </button>
      {open && Enlarged && button.current && (
        <Enlarged from={button.current} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

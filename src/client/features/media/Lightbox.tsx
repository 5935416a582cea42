import { useState } from 'react'
import YetAnother from 'yet-another-react-lightbox'
import type { SlideImage } from 'yet-another-react-lightbox'
import Captions from 'yet-another-react-lightbox/plugins/captions'
import 'yet-another-react-lightbox/plugins/captions.css'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import './Lightbox.css'

export interface LightboxProps {
  /** The pressed element inside its picture. The lightbox also shows the page's other pictures. */
  from: HTMLElement
  onClose: () => void
}

/** Full-screen pictures: zoom, arrows, swipe, Escape, alt text. */
export const Lightbox = ({ from, onClose }: LightboxProps) => {
  // The page behind it changes; the lightbox keeps the pictures of its opening.
  const [pictures] = useState(() => [
    ...(from.closest('main') ?? document).querySelectorAll<HTMLElement>('[data-full]'),
  ])
  const [slides] = useState(() => pictures.map(slideOf))
  const only = slides.length < 2
  return (
    <YetAnother
      open
      close={onClose}
      index={pictures.findIndex((picture) => picture.contains(from))}
      slides={slides}
      plugins={[Captions, Zoom]}
      captions={{ descriptionTextAlign: 'center' }}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      zoom={{ maxZoomPixelRatio: 4, doubleTapDelay: 250 }}
      labels={{ Lightbox: 'Enlarged photo' }}
      on={{ exited: () => from.focus() }}
      {...(only && { render: { buttonPrev: () => null, buttonNext: () => null } })}
    />
  )
}

function slideOf({ dataset }: HTMLElement): SlideImage {
  const { full = '', alt = '', width, height } = dataset
  return {
    src: full,
    alt,
    ...(alt && { description: alt }),
    ...(width && height && { width: Number(width), height: Number(height) }),
  }
}

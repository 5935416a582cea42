import { compiler } from 'markdown-to-jsx'
import { useMemo } from 'react'

/**
 * A decree's Markdown as elements: HTML in it stays text, addresses that run code are dropped by the library,
 * line breaks are kept by the style (product section 2, Blog).
 */
export const DecreeText = ({ content }: { content: string }) => {
  const text = useMemo(() => compiler(content, OPTIONS), [content])
  return <div className="rf-decree-text">{text}</div>
}

const AWAY = { rel: 'nofollow noopener', target: '_blank' } as const

/** The house shows its own pictures alone (SECURITY, Headers): one from elsewhere is a link to it. */
const Picture = ({ src, alt = '' }: { src?: string; alt?: string }) => {
  if (src && /^\/(?!\/)/.test(src)) return <img src={src} alt={alt} loading="lazy" />
  return src ? (
    <a href={src} {...AWAY}>
      {alt || src}
    </a>
  ) : (
    alt
  )
}

const OPTIONS = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: 'div',
  overrides: {
    // The page has its own heading of the first order.
    h1: { component: 'h2' },
    a: { props: AWAY },
    img: { component: Picture },
  },
} as const

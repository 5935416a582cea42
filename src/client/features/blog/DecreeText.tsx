import { compiler } from 'markdown-to-jsx'
import { useMemo } from 'react'

/**
 * A decree's Markdown as elements: HTML in it stays text, addresses that run code are dropped by the library, line breaks
 * are kept by the style (product section 2, Blog).
 */
export const DecreeText = ({ content }: { content: string }) => {
  const text = useMemo(() => compiler(content, OPTIONS), [content])
  return <div className="rf-decree-text">{text}</div>
}

const OPTIONS = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: 'div',
  overrides: {
    // The page has its own heading of the first order.
    h1: { component: 'h2' },
    a: { props: { rel: 'nofollow noopener', target: '_blank' } },
  },
} as const

import { useMemo } from 'react'
import { trustServerHtml } from '#client/ui/trusted-types.ts'

/**
 * The text of an article (product section 2, Blog). The server makes this HTML out of Markdown and sanitises it.
 * Line breaks are kept by the style.
 */
export function ArticleText({ html }: { html: string }) {
  const trusted = useMemo(() => ({ __html: trustServerHtml(html) }), [html])
  return (
    <div className="s-article-text">
      <div dangerouslySetInnerHTML={trusted} />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { isVisible } from '#contract/text.ts'
import { previewArticle } from '#client/features/blog/data/blog.actions.ts'
import { ArticleText } from '#client/features/blog/ArticleText.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { usePaused } from '#client/ui/use-paused.ts'
import type { ArticleFields } from './useArticleFields.ts'

/** Pause in typing before the text is rendered, ms. */
const PAUSE_MS = 400

/** An article as readers will see it, which follows the form. */
export const ArticlePreview = ({ title, content, excerpt, featuredImage }: ArticleFields) => {
  const pane = useRef<HTMLElement>(null)
  useCaretInView(pane)
  return (
    <section ref={pane} aria-label="Preview" tabIndex={0} className="s-article-editor-preview">
      <article className="s-article">
        <h2 className="s-article-title" dir="auto">
          {title || 'Untitled'}
        </h2>
        {featuredImage && <img className="s-article-image" src={featuredImage} alt="" />}
        {excerpt && (
          <blockquote className="s-article-excerpt" dir="auto">
            "{excerpt}"
          </blockquote>
        )}
        {isVisible(content) ? <Text content={content} /> : <p>Nothing has been decreed yet.</p>}
      </article>
    </section>
  )
}

/** Shows the HTML that readers would get. */
const Text = ({ content }: { content: string }) => {
  const paused = usePaused(content, PAUSE_MS)
  const query = useQuery({
    queryKey: ['article preview', paused],
    queryFn: () => previewArticle(paused),
    placeholderData: (shown) => shown,
    gcTime: 0,
  })
  const { data, isError } = query
  if (isError) return <ErrorState title="Failed to load preview" query={query} />
  if (data) return <ArticleText html={data.html} />
  return (
    <SkeletonGroup label="Loading preview...">
      <Skeleton />
      <Skeleton width="60%" />
    </SkeletonGroup>
  )
}

/** Scrolls a pane beside the form to about the place where the writer is in the content. */
function useCaretInView(pane: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const shown = pane.current
    if (!shown) return undefined
    const follow = () => {
      const area = document.activeElement
      if (!(area instanceof HTMLTextAreaElement) || area.name !== 'content') return
      const share = area.selectionEnd / Math.max(1, area.value.length)
      shown.scrollTop = share * shown.scrollHeight - shown.clientHeight / 2
    }
    const growth = new ResizeObserver(follow)
    growth.observe(shown.firstElementChild!)
    document.addEventListener('selectionchange', follow)
    return () => {
      growth.disconnect()
      document.removeEventListener('selectionchange', follow)
    }
  }, [pane])
}

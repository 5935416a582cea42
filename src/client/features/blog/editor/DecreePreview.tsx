import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { isVisible } from '#contract/text.ts'
import { previewDecree } from '#client/features/blog/data/blog.actions.ts'
import { DecreeText } from '#client/features/blog/DecreeText.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { usePaused } from '#client/ui/use-paused.ts'
import type { DecreeFields } from './useDecreeFields.ts'

/** Pause in typing before the text is rendered, ms. */
const PAUSE_MS = 400

/** A decree as readers will see it, which follows the form. */
export const DecreePreview = ({ title, content, excerpt, featuredImage }: DecreeFields) => {
  const pane = useRef<HTMLElement>(null)
  useCaretInView(pane)
  return (
    <section ref={pane} aria-label="Preview" tabIndex={0} className="s-decree-editor-preview">
      <article className="s-decree">
        <h2 className="s-decree-title" dir="auto">
          {title || 'Untitled'}
        </h2>
        {featuredImage && <img className="s-decree-image" src={featuredImage} alt="" />}
        {excerpt && (
          <blockquote className="s-decree-excerpt" dir="auto">
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
    queryKey: ['decree preview', paused],
    queryFn: () => previewDecree(paused),
    placeholderData: (shown) => shown,
    gcTime: 0,
  })
  const { data, isError } = query
  if (isError) return <ErrorState title="Failed to load preview" query={query} />
  if (data) return <DecreeText html={data.html} />
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

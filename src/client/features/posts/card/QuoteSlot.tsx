import { lazyComponent } from '#client/ui/lazy-component.ts'
import './QuoteSlot.css'

const { Late: Quoted } = lazyComponent<{ id: string }>(
  async () => (await import('#client/features/posts/quote/QuotedPost.tsx')).QuotedPost,
)

/** The place of a quoted post, as high as its card, so that nothing moves when it comes. */
export const QuoteSlot = ({ id }: { id: string }) => (
  <div className="s-quote-slot">
    <Quoted key={id} id={id} />
  </div>
)

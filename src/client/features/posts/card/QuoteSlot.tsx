import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import './QuoteSlot.css'

const quoted = lazyComponent<{ id: string }>(
  async () => (await import('#client/features/posts/quote/QuotedPost.tsx')).QuotedPost,
)

/** The place of a quoted post, as high as its card, so that nothing moves when it comes. */
export const QuoteSlot = ({ id }: { id: string }) => {
  const Quoted = useLazy(quoted, true)
  return <div className="s-quote-slot">{Quoted && <Quoted key={id} id={id} />}</div>
}

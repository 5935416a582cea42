import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import type { BlogPostView } from '#contract/blog.ts'
import { Button } from '#client/ui/Button.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'

interface ConflictProps {
  theirs: BlogPostView
  onKeep: (whose: 'mine' | 'theirs') => void
}

/** Two have revised the same decree: the writer decides, nothing is overwritten in silence. */
export const Conflict = ({ theirs, onKeep }: ConflictProps) => (
  <div
    ref={intoSight}
    role="alert"
    className="scroll-mb-6 flex flex-col gap-3 rounded-lg border border-danger bg-danger-wash p-4"
  >
    <p className="font-semibold">{BLOG_MESSAGES.changed}</p>
    <p className="text-sm text-ink-soft">
      Saved <RelativeTime at={theirs.updatedAt} />: "{theirs.title}", {theirs.content.length} characters.
    </p>
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onKeep('mine')}>
        Keep mine
      </Button>
      <Button size="sm" variant="ghost" onClick={() => onKeep('theirs')}>
        Take theirs
      </Button>
    </div>
  </div>
)

// It comes where the form ends, and pushes its own answers out of the window.
const intoSight = (alert: HTMLElement | null): void => alert?.scrollIntoView({ block: 'nearest' })

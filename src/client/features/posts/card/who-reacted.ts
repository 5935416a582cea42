import { lazyComponent } from '#client/ui/lazy-component.ts'
import type { WhoReactedProps } from '#client/features/posts/reactors/WhoReacted.tsx'

/** Opened from the menu of a post, and from its own page. */
export const whoReacted = lazyComponent<WhoReactedProps>(
  async () => (await import('#client/features/posts/reactors/WhoReacted.tsx')).WhoReacted,
)

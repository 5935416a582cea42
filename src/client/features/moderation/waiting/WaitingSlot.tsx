import { lazyComponent } from '#client/ui/lazy-component.ts'
import type { WaitingListProps } from './WaitingList.tsx'

/** The viewer's posts and comments that wait for review. Loaded after the page, because few people have any. */
export const { Late: WaitingSlot } = lazyComponent<WaitingListProps>(
  async () => (await import('./WaitingList.tsx')).WaitingList,
)

import { lazyComponent } from '#client/ui/lazy-component.ts'
import type { CrowdControlCardsProps } from './CrowdControlCards.tsx'

/** The viewer's posts under crowd control. Loaded after the page, because few people have any. */
export const { Late: CrowdControlSlot } = lazyComponent<CrowdControlCardsProps>(
  async () => (await import('./CrowdControlCards.tsx')).CrowdControlCards,
)

import { lazyComponent } from '#client/ui/lazy-component.ts'
import type { PlungerCardsProps } from './PlungerCards.tsx'

/** The viewer's posts in Plunger Mode. Loaded after the page, because few people have any. */
export const { Late: PlungerSlot } = lazyComponent<PlungerCardsProps>(
  async () => (await import('./PlungerCards.tsx')).PlungerCards,
)

import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { PlungerCardsProps } from './PlungerCards.tsx'

const cards = lazyComponent<PlungerCardsProps>(async () => (await import('./PlungerCards.tsx')).PlungerCards)

/** The viewer's posts in Plunger Mode. Loaded after the page, because few people have any. */
export const PlungerSlot = (props: PlungerCardsProps) => {
  const Cards = useLazy(cards, true)
  return Cards && <Cards {...props} />
}

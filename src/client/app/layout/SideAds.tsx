import { Card } from '#client/ui/Card.tsx'
import { Mascot } from '#client/ui/Mascot.tsx'
import type { MascotName } from '#client/ui/Mascot.tsx'

interface SideAd {
  name: string
  words: string
  price: string
  mascot: MascotName
}

/** The joke ads with prices (product section 1). They have no links. */
const ADS: readonly SideAd[] = [
  {
    name: 'Excalibrush',
    words: 'Drawn from the stone. Returned to the holder. Every time.',
    price: '$49.99',
    mascot: 'guard',
  },
  {
    name: "The Squeaker's Peerage",
    words: 'Make your duck a duke. Sash, seal and seat in the tub included.',
    price: '$19.99',
    mascot: 'duke',
  },
  {
    name: 'Four-Ply Parchment',
    words: 'For declarations that must not tear. Sold by the scroll.',
    price: '$7.49 a roll',
    mascot: 'jester',
  },
]

export const SideAds = () => (
  <Card title="By Royal Appointment" flush aria-label="Advertisements">
    {ADS.map((ad) => (
      <div key={ad.name} className="s-ad">
        <Mascot name={ad.mascot} size={56} className="s-ad-picture" />
        <p className="font-semibold">{ad.name}</p>
        <p className="text-sm text-pretty text-ink-soft">{ad.words}</p>
        <p className="s-ad-price tabular">{ad.price}</p>
      </div>
    ))}
  </Card>
)

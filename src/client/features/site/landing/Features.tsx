import { Bell, Clapperboard, Hash, Megaphone, MessageCircle, MessageSquareText } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

interface Feature {
  icon: LucideIcon
  title: string
  words: string
}

/** The six features of product section 2. */
const FEATURES: readonly Feature[] = [
  {
    icon: MessageSquareText,
    title: 'Unfiltered posts',
    words: 'Say it the way it comes out. We supply the porcelain, you supply the rest.',
  },
  {
    icon: Clapperboard,
    title: 'Raw media',
    words: 'Photos and videos up to 60 seconds. A longer sitting calls for a physician.',
  },
  {
    icon: MessageCircle,
    title: 'Direct messages',
    words: 'DMs with photos and videos. What is said in the stall stays in the stall.',
  },
  {
    icon: Bell,
    title: 'Real-time notifications',
    words: 'Likes, comments and follows, announced by a herald the moment they drop.',
  },
  {
    icon: Hash,
    title: 'Discovery',
    words: 'Trends and hashtags: see what the whole realm is straining over.',
  },
  {
    icon: Megaphone,
    title: 'Relevant ads',
    words: 'Products that do not exist, for people who do not want them. A perfect match.',
  },
]

/** A grid with hairlines between its cells. */
export const Features = () => (
  <section className="s-landing-section" aria-labelledby="features">
    <div className="s-landing-width">
      <h2 id="features" className="s-landing-title">
        Appointed like a palace.
        <br />
        Used like a bathroom.
      </h2>
      {/* On a phone it scrolls sideways, by keys as well. */}
      <ul className="s-wall" tabIndex={0} aria-labelledby="features">
        {FEATURES.map(({ icon: Icon, title, words }) => (
          <li key={title} className="s-wall-tile">
            <span className="s-wall-icon">
              <Icon />
            </span>
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1 text-ink-soft">{words}</p>
          </li>
        ))}
      </ul>
    </div>
  </section>
)

import type { LinkCardView } from '#contract/link-cards.ts'
import './LinkCard.css'

export interface LinkCardProps {
  card: LinkCardView
  withPicture: boolean
}

/** What a linked page says of itself. Always equally high, so that nothing moves when its picture comes. */
export const LinkCard = ({ card, withPicture }: LinkCardProps) => (
  <a href={card.url} className="s-link-card" target="_blank" rel="nofollow ugc noopener noreferrer">
    {withPicture && card.picture && <img src={card.picture} alt="" loading="lazy" />}
    <span className="s-link-words">
      <span className="s-link-host">{card.host}</span>
      <span className="s-link-title" dir="auto">
        {card.title}
      </span>
      {card.description && (
        <span className="s-link-about" dir="auto">
          {card.description}
        </span>
      )}
    </span>
  </a>
)

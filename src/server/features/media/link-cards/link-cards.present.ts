import type { LinkCardView } from '#contract/link-cards.ts'
import { urlOf } from '../media-names.ts'
import type { LinkCardSnapshot } from './link-cards.model.ts'

export type { LinkCardSnapshot }

/** A card in the export of whoever shows it. */
export const exportCard = ({ url, title, description }: LinkCardSnapshot) => ({ url, title, description })

/** A card as everybody gets it. */
export const presentLinkCard = ({ url, title, description, picture }: LinkCardSnapshot): LinkCardView => ({
  url,
  // Of the address that the text names: a page may send us elsewhere than its readers.
  host: new URL(url).hostname.replace(/^www\./, ''),
  title,
  description,
  picture: picture && urlOf(picture, 'full'),
})

import type { RoastDial } from '#contract/posts.constants.ts'
import { Badge } from '#client/ui/Badge.tsx'

/** The roast dial (DECISIONS row 480) in words; the colour goes from hot to closed. */
export const DIAL_WORDS = {
  roast: { label: 'Roast me', tone: 'brass' },
  gentle: { label: 'Be gentle', tone: 'live' },
  closed: { label: 'No comments', tone: 'neutral' },
} as const satisfies Record<RoastDial, { label: string; tone: string }>

/** Who may comment on a post, as its author has set it. */
export const DialBadge = ({ dial }: { dial: RoastDial }) => (
  <p className="mt-2">
    <Badge tone={DIAL_WORDS[dial].tone}>{DIAL_WORDS[dial].label}</Badge>
  </p>
)

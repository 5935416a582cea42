import { REPORT } from '#contract/analytics.report.constants.ts'

const WORDS: readonly (readonly [term: string, meaning: string])[] = [
  [
    'Who is counted',
    'People who agreed to be counted, with or without an account, and no bots. Only sums are kept: nobody is followed from one day to the next, and for the retention an account only knows the last week that counted it.',
  ],
  [
    'Days and hours',
    'Days begin at midnight UTC, and all times are UTC. A range of days has its last day so far: today.',
  ],
  ['Views', 'Pages that were opened, also within the site.'],
  ['Visits', 'Arrivals from outside: by a link on another site, or by the address itself.'],
  [
    'Visitors',
    'A person with an account, or a browser at an address, counted once a day with the first page they open. For several days it is the sum of the days: who comes on three of them counts three times. With a filter by page it is those whose day began on that page.',
  ],
  ['Events', 'What people did, with the page they were on when they did it.'],
  [
    'Source',
    'The site that led to a visit, for all of its views. After a reload or a lost connection it is unknown.',
  ],
  [
    'Change',
    'In per cent against the period of the same length before, for today against the same hours of yesterday. The minute, hour or day that is not over is left out on both sides. There is no figure where nothing was counted before, or where the period before is not known in full.',
  ],
  [
    'Other',
    'An hour keeps its first 400 combinations of page, country, device and source in each server process, and a day that is over the 1,000 largest of them for filters, and 300 rows of each list. The rest is counted under \u{2018}other\u{2019}.',
  ],
  [
    'How long',
    `Sums of days are kept for ${REPORT.days} days, of hours for 8 days, of minutes for an hour. The pseudonym that keeps a visitor from being counted twice is forgotten when the day is over.`,
  ],
]

/** What each figure means. */
export const Definitions = () => (
  <details className="rounded-lg border border-hairline bg-surface p-4 text-sm">
    <summary className="w-fit cursor-pointer rounded-xs font-semibold">What the figures mean</summary>
    <dl className="grid gap-3 pt-3">
      {WORDS.map(([term, meaning]) => (
        <div key={term}>
          <dt className="font-semibold">{term}</dt>
          <dd className="max-w-read text-pretty text-ink-soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  </details>
)

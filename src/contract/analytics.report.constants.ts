/** The ranges of /analytics. Days begin at midnight UTC; the running one is part of its range. */
export const RANGES = ['live', 'today', '7d', '30d', '90d', 'own'] as const
export type Range = (typeof RANGES)[number]

/** What the figures can be filtered by. */
export const DIMENSIONS = ['page', 'country', 'device', 'source'] as const
export type Dimension = (typeof DIMENSIONS)[number]

export const REPORT = {
  /** Days of own dates, and how far back they may begin: the sums of days are kept that long. */
  days: 181,
  /** Rows of a list. */
  rows: 50,
  /** Characters of a filter. */
  filter: 150,
} as const

/** Tokens and shared links. */
export const FIGURES_KEY = {
  name: 60,
  /** Keys that work at the same time. */
  most: 30,
  /** How long a shared link may work. */
  days: [1, 7, 30],
  secret: 100,
} as const

export const REPORT_MESSAGES = {
  dates: 'Please choose two dates: the first is not after the second, both are past or today.',
  tooFar: 'Figures go back 181 days.',
  name: 'Give it a name of up to 60 characters.',
  days: 'A shared link ends after 1, 7 or 30 days.',
  tooMany: 'There are 30 already. End one first.',
  ended: 'That has ended already.',
  token: 'This token does not work, or no longer.',
  link: 'This link does not work, or no longer. Ask for another one.',
} as const

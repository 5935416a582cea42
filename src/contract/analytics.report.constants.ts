import { ANALYTICS_EVENTS } from './analytics.events.ts'

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

/** Weeks whose new accounts the retention shows, and how many weeks after it follows them, the first included. */
export const RETENTION_WEEKS = 12

/** What can be a step besides pages: category and label, 'post/react'. */
export const EVENT_NAMES: readonly string[] = Object.entries<readonly string[]>(ANALYTICS_EVENTS).flatMap(
  ([category, labels]) => labels.map((label) => `${category}/${label}`),
)

export const FUNNEL = {
  name: 60,
  /** Funnels at the same time. */
  most: 10,
  fewestSteps: 2,
  mostSteps: 5,
  /** Characters of a step's path. */
  path: 150,
} as const

/** A page of this site, or all pages below one with a star at the end. */
export const STEP_PATH = /^\/[\w/-]*\*?$/

export const FUNNEL_MESSAGES = {
  name: 'Give the funnel a name of up to 60 characters.',
  steps: 'A funnel has two to five steps.',
  path: 'Give a page of this site, such as /feed, or all pages below one, such as /p/*.',
  person: 'A funnel cannot be about one person. Use /u/* for all profiles.',
  event: 'Choose an event.',
  tooMany: 'There are 10 funnels already. Delete one first.',
} as const

export const REPORT_MESSAGES = {
  dates: 'Please choose two dates. The first must not be after the second, and none can be in the future.',
  tooFar: 'Figures go back 181 days.',
  name: 'Give it a name of up to 60 characters.',
  days: 'A shared link ends after 1, 7 or 30 days.',
  tooMany: 'There are 30 already. End one first.',
  ended: 'That has ended already.',
  token: 'This token does not work, or does not work any more.',
  link: 'This link does not work, or does not work any more. Please ask for a new one.',
} as const

/** What people do, as it is counted: labels by category, and nothing else of a deed (product section 1). */
export const ANALYTICS_EVENTS = {
  account: ['sign up'],
  post: ['publish', 'react', 'share'],
  comment: ['publish'],
  person: ['follow', 'unfollow'],
  message: ['send'],
  report: ['send'],
  profile: ['save'],
} as const

export type AnalyticsCategory = keyof typeof ANALYTICS_EVENTS

export interface AnalyticsEvent {
  category: AnalyticsCategory
  label: (typeof ANALYTICS_EVENTS)[AnalyticsCategory][number]
}

/** Id of Google's tag in the head of a document whose reader has consented; absent otherwise. */
export const GOOGLE_TAG_META = 'google-tag'

/** Cookie of a visitor who has agreed to be counted. Its value is 'yes'. */
export const COUNT_ME_COOKIE = 'rf-count-me'

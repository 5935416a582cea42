/**
 * Business constants both sides hold to (product section 9, DECISIONS rows 33, 38, 40).
 * Lengths are UTF-16 units, times milliseconds, sizes bytes unless the name says otherwise.
 */
export const LIMITS = {
  postText: 500,
  postWarnAt: 0.8,
  postTruncate: 280,
  shareDescription: 120,
  metaTitle: 50,
  metaDescription: 160,
  altText: 140,
  contentWarn: 140,
  bio: 160,
  displayName: 50,
  handleMin: 3,
  handleMax: 30,
  passwordMin: 8,
  passwordMax: 128,
  email: 254,
  comment: 500,
  message: 2000,
  blogTitle: 150,
  blogSlug: 100,
  blogExcerpt: 300,
  blogContent: 50_000,
  /** What a reporter adds in their own words. */
  reportDetails: 500,
  /** What an admin writes to the person a decision concerns, and what the person answers. */
  moderationNote: 500,
  appeal: 1000,
  url: 2048,
  searchQuery: 100,
  hashtag: 100,
  /** Newest reactions a post view carries (DECISIONS row 12). */
  reactionsListed: 100,
  /** Accounts one person may follow. */
  following: 5000,
  /** Accounts one person may mute, and as many they may block. */
  hiddenPeople: 5000,
  /** Sessions of one person at a time; the one not seen for longest ends. */
  sessions: 20,
  birthYearMin: 1900,
  minimumAge: 13,
  consentAge: 16,
  adultAge: 18,
  puzzleAttempts: 3,
  imageBytes: 10 * 1024 * 1024,
  videoBytes: 500 * 1024 * 1024,
  /** Seconds, and how much more a container may claim (DECISIONS row 5). */
  videoSeconds: 60,
  videoGrace: 0.5,
  /** The picker's defaults (product section 9). */
  pickerBytes: 50 * 1024 * 1024,
  pickerMetadata: 3000,
  /** Uploads of one person that nothing uses yet. */
  uploadsWaiting: 20,
} as const

/** Rows a page holds; every list is read by cursor (DECISIONS row 33). */
export const PAGE = {
  posts: 20,
  comments: 20,
  decrees: 20,
  notifications: 20,
  people: 20,
  search: 20,
  conversations: 50,
  messages: 50,
  /** Read notifications the Earlier section shows. */
  earlier: 20,
  /** Rows of the admins' lists (product section 9). */
  admin: 20,
  /** Hashtags that trend. */
  trending: 10,
  /** Popular hashtags offered while composing (product section 9). */
  suggestedTags: 6,
  /** Lines of the security log a person is shown. */
  activity: 30,
  /** Sessions a person is shown: the ones last seen. */
  sessions: 50,
} as const

/** Clock of the live layer (LIVE L8, L13, L14, L15; product section 9). */
export const TIMINGS = {
  fallbackPoll: 30_000,
  monitorPoll: 10_000,
  reconnectMin: 1_000,
  reconnectMax: 30_000,
  /** Shortest gap between two pushes of one post's counters or of new posts: 4 a second. */
  pushGap: 250,
  analyticsGap: 1_000,
  /** How often the dashboard's figures are looked at while an admin watches. */
  statsGap: 3_000,
  typingShown: 5_000,
  bannerDelay: 3_000,
  activeWindow: 15 * 60_000,
  pageViewWindow: 30 * 60_000,
} as const

/** Badges show at most these, then a plus sign (product section 9). */
export const BADGE_CAP = { compact: 9, wide: 99 } as const

/**
 * Limits that server and client share (product section 9, DECISIONS rows 33, 38, 40). Lengths are UTF-16
 * units, times milliseconds, sizes bytes unless the name says otherwise.
 */
export const LIMITS = {
  postText: 500,
  postWarnAt: 0.8,
  postTruncate: 280,
  /** Lines of a post on its card, and of any text until its reader asks for more. */
  postLines: 12,
  shownLines: 40,
  shareDescription: 120,
  metaTitle: 50,
  metaDescription: 160,
  altText: 140,
  /** Pictures in one post. */
  pictures: 4,
  /** Of a page that a post links to; longer ones are cut. */
  linkTitle: 120,
  linkDescription: 200,
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
  /** Messages to a person who has not accepted them yet. */
  requestMessages: 100,
  /** So many unread messages of a conversation are counted: a mark says 99+. */
  unreadMessages: 100,
  pinnedConversations: 3,
  blogTitle: 150,
  blogSlug: 100,
  blogExcerpt: 300,
  blogContent: 50_000,
  /** Characters of content in a page of the blog's list; at least one article, however long. */
  blogPageContent: 150_000,
  /** What the site calls itself. */
  houseName: 30,
  /** An admin's announcement on every page. */
  announcement: 280,
  /** The reporter's own words. */
  reportDetails: 500,
  /** An admin's message to the person a decision concerns, and that person's appeal. */
  moderationNote: 500,
  appeal: 1000,
  url: 2048,
  searchQuery: 100,
  hashtag: 100,
  /** Earlier versions of a post or message that are kept: its first one and the newest (DECISIONS row 320). */
  textVersions: 20,
  /** Newest reactions in a post view (DECISIONS row 12). */
  reactionsListed: 100,
  /** Accounts one person may follow. */
  following: 5000,
  /** Accounts one person may mute; the same number may be blocked. */
  hiddenPeople: 5000,
  /** Sessions of one person at a time; beyond it the one unused for longest ends. */
  sessions: 20,
  /** Devices of one person that get pushes; beyond it the oldest gets none. */
  pushDevices: 10,
  /** People in a group, and all who have ever been in it. */
  groupMembers: 50,
  groupEver: 1000,
  groupName: 60,
  birthYearMin: 1900,
  minimumAge: 13,
  consentAge: 16,
  adultAge: 18,
  puzzleAttempts: 3,
  imageBytes: 10 * 1024 * 1024,
  videoBytes: 500 * 1024 * 1024,
  /** Seconds, and the tolerance for the duration in the file (DECISIONS row 5). */
  videoSeconds: 60,
  videoGrace: 0.5,
  /** The picker's defaults (product section 9). */
  pickerBytes: 50 * 1024 * 1024,
  pickerMetadata: 3000,
  /** Unused uploads of one person. */
  uploadsWaiting: 20,
  /** People in the list of suggestions. */
  suggestions: 12,
  /** Reads in one batch. */
  batchReads: 20,
} as const

/** Rows in a page; every list is read by cursor (DECISIONS row 33). */
export const PAGE = {
  posts: 20,
  comments: 20,
  articles: 20,
  notifications: 20,
  people: 20,
  search: 20,
  conversations: 50,
  messages: 50,
  /** Read notifications in the Earlier section. */
  earlier: 20,
  /** Rows of the admins' lists (product section 9), and of one's own reports. */
  rows: 20,
  /** Trending hashtags. */
  trending: 10,
  /** Popular hashtags in the composer (product section 9). */
  suggestedTags: 6,
  /** Lines of the security log in the settings. */
  activity: 30,
  /** Sessions in the settings: the latest ones. */
  sessions: 50,
} as const

/** Timings of the live layer (LIVE L8, L13, L14, L15; product section 9). */
export const TIMINGS = {
  fallbackPoll: 30_000,
  monitorPoll: 10_000,
  reconnectMin: 1_000,
  reconnectMax: 30_000,
  /**
   * Shortest time between two pushes of one post's counters, or of new posts: at most 4 in any second, the
   * first and the last included.
   */
  pushGap: 255,
  analyticsGap: 1_000,
  /** Shortest time between two pushes of the trending hashtags. */
  trendsGap: 10_000,
  /** How often the dashboard's figures are read while an admin watches. */
  statsGap: 3_000,
  /** How long the page offers to bring a deleted post back, and the longest that a server allows it. */
  undoOffer: 6_000,
  undoMost: 60_000,
  /** How long the author of a message can edit it. */
  messageEdit: 24 * 60 * 60_000,
  /**
   * While a new password or the end of other sessions is stored, one's own session is invalid for a moment, and has
   * another id afterwards. It has ended when it is still invalid after this time.
   */
  sessionRenewal: 1_000,
  typingShown: 5_000,
  bannerDelay: 3_000,
  activeWindow: 15 * 60_000,
  pageViewWindow: 30 * 60_000,
} as const

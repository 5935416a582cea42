import type { AnnouncementView } from '#contract/site.announcement.ts'
import { createStore } from '#client/live/create-store.ts'

interface AnnouncementState extends AnnouncementView {
  /** The `rev` that this browser has closed; 0 for none. */
  closed: number
}

/** The announcement of every page. It belongs to no account: a log-out keeps it. Every page loads this file. */
export const useAnnouncement = createStore<AnnouncementState>(() => ({ text: null, rev: 0, closed: 0 }))

/** What the document was rendered from. The server leaves out what this browser has closed. */
export const seedAnnouncement = (seeded: AnnouncementView | undefined): void =>
  useAnnouncement.setState(seeded ?? { text: null, rev: 0 })

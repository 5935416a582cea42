import { CLOSED_ANNOUNCEMENT_COOKIE } from '#contract/site.first-page.ts'
import type { AnnouncementView } from '#contract/site.announcement.ts'
import { createStore } from '#client/live/create-store.ts'
import { inBrowser } from '#client/ui/in-browser.ts'

interface AnnouncementState extends AnnouncementView {
  /** The `rev` that this browser has closed; 0 for none. */
  closed: number
}

const YEAR_S = 365 * 24 * 3600

const closedInBrowser = (): number =>
  Number(new RegExp(`${CLOSED_ANNOUNCEMENT_COOKIE}=(\\d+)`).exec(inBrowser ? document.cookie : '')?.[1] ?? 0)

/** The announcement of every page. It belongs to no account: a log-out keeps it. */
export const useAnnouncement = createStore<AnnouncementState>(() => ({ text: null, rev: 0, closed: 0 }))

/** What the document was rendered from. The server leaves out what this browser has closed. */
export const seedAnnouncement = (seeded: AnnouncementView | undefined): void =>
  useAnnouncement.setState(seeded ?? { text: null, rev: 0 })

/** A pushed or fetched one, unless the current one is newer (LIVE L2). */
export function applyAnnouncement({ text, rev }: AnnouncementView): void {
  if (rev >= useAnnouncement.getState().rev)
    useAnnouncement.setState({ text, rev, closed: closedInBrowser() })
}

/** In a cookie, so that the server leaves it out of the next document and nothing moves. A changed text comes back. */
export function closeAnnouncement(): void {
  const { rev } = useAnnouncement.getState()
  document.cookie = `${CLOSED_ANNOUNCEMENT_COOKIE}=${rev}; path=/; SameSite=Lax; Max-Age=${YEAR_S}`
  useAnnouncement.setState({ closed: rev })
}

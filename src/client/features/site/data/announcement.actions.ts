import { CLOSED_ANNOUNCEMENT_COOKIE } from '#contract/site.first-page.ts'
import type { AnnouncementView } from '#contract/site.announcement.ts'
import { useAnnouncement } from './announcement.store.ts'

const YEAR_S = 365 * 24 * 3600

const closedInBrowser = (): number =>
  Number(new RegExp(`${CLOSED_ANNOUNCEMENT_COOKIE}=(\\d+)`).exec(document.cookie)?.[1] ?? 0)

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

import { importUntilHere, lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { useAnnouncement } from '../data/announcement.store.ts'

const fetchBanner = () => import('./AnnouncementBanner.tsx')

const banner = lazyComponent<{ text: string }>(
  async () => (await importUntilHere(fetchBanner)).AnnouncementBanner,
)

/** Before a page is rendered or hydrated that has it. Rejects when its code cannot be loaded. */
export async function loadAnnouncement(): Promise<void> {
  await fetchBanner()
  await banner.load()
}

/** The announcement, above the content of every page. Without an announcement none of its code is loaded. */
export const Announcement = () => {
  const { text, rev, closed } = useAnnouncement()
  const shown = text !== null && rev !== closed
  const late = useLazy(banner, shown)
  // A document that has it is rendered with its code at hand.
  const Banner = late ?? banner.loaded()
  return Banner && shown ? <Banner text={text} /> : null
}

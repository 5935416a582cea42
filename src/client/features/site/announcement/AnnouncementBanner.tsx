import { ScrollText, X } from 'lucide-react'
import { IconButton } from '#client/ui/IconButton.tsx'
import { RichText } from '#client/ui/RichText.tsx'
import { closeAnnouncement } from '../data/announcement.actions.ts'
import './AnnouncementBanner.css'

/** The announcement, which each person can close in their browser. */
export const AnnouncementBanner = ({ text }: { text: string }) => {
  const close = () => {
    closeAnnouncement()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <section aria-label="Announcement" className="s-announcement">
      <ScrollText aria-hidden="true" />
      <div role="status" className="s-announcement-text">
        <RichText text={text} />
      </div>
      <IconButton label="Close the announcement" icon={<X />} size="sm" tooltip={false} onClick={close} />
    </section>
  )
}

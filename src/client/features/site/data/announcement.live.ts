import type { AnnouncementView } from '#contract/site.announcement.ts'
import { api } from '#client/live/http.ts'
import { onResync, type LiveEvent } from '#client/live/registry.ts'
import { toast } from '#client/ui/toast.ts'
import { applyAnnouncement } from './announcement.actions.ts'
import { useAnnouncement } from './announcement.store.ts'

/** How far a page is scrolled when its top, where the banner is, counts as out of sight, px. */
const OUT_OF_SIGHT = 120

/** Who reads further down sees a new text as a toast too. */
export function onAnnouncementUpdated({ announcement }: LiveEvent<'announcement:updated'>): void {
  const isNew = announcement.rev > useAnnouncement.getState().rev
  applyAnnouncement(announcement)
  if (isNew && announcement.text !== null && scrollY > OUT_OF_SIGHT)
    toast({ title: 'Announcement', description: announcement.text })
}

export function applyReadyAnnouncement({ announcement }: LiveEvent<'ready'>): void {
  if (announcement) applyAnnouncement(announcement)
}

// `ready` brings it, so that no page asks while its connection works.
onResync('announcement', async ({ reason }) => {
  if (reason !== 'ready') applyAnnouncement(await api.get<AnnouncementView>('/api/announcement'))
})

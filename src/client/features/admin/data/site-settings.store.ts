import type { HouseView, SyncReport } from '#contract/admin.ts'
import { applyAnnouncement } from '#client/features/site/data/announcement.actions.ts'
import { api } from '#client/live/http.ts'
import { createSnapshot } from '#client/live/snapshot.ts'

let pushes = 0
let pushed: SyncReport | null = null

/** The data of the dashboard's settings tab. */
export const siteSettings = createSnapshot<HouseView>({
  name: 'site settings',
  fetch: async (signal) => {
    const before = pushes
    const settings = await api.get<HouseView>('/api/admin/house', undefined, signal)
    applyAnnouncement(settings.announcement)
    // A push during the request may be newer than the response.
    return pushes === before ? settings : { ...settings, sync: pushed }
  },
})

/** A push: a recount was requested, or it has ended. */
export function applyRecount(report: SyncReport | null): void {
  pushes += 1
  pushed = report
  siteSettings.update((settings) => ({ ...settings, sync: report }))
}

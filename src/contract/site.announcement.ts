import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { personText, Rev } from './primitives.ts'

/** GET /api/announcement: the announcement of every page. `text`: null when there is none. */
export const AnnouncementView = z
  .object({ text: z.string().nullable(), rev: Rev })
  .meta({ id: 'Announcement' })
export type AnnouncementView = z.infer<typeof AnnouncementView>

/** PUT /api/admin/announcement. */
export const AnnouncementInput = z
  .object({
    text: personText({
      max: LIMITS.announcement,
      tooLong: MESSAGES.announcementTooLong,
      empty: MESSAGES.emptyAnnouncement,
    }).trim(),
  })
  .meta({ id: 'AnnouncementInput' })
export type AnnouncementInput = z.infer<typeof AnnouncementInput>

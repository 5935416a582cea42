import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { personText, Rev } from './primitives.ts'

/** What the site calls itself. `rev` orders changes; 0: no admin has named it. */
export const HouseNameView = z.object({ name: z.string(), rev: Rev }).meta({ id: 'HouseName' })
export type HouseNameView = z.infer<typeof HouseNameView>

/** PUT /api/admin/house-name. On one line: it stands in subjects of mails. */
export const HouseNameInput = z
  .object({
    name: personText({
      max: LIMITS.houseName,
      tooLong: MESSAGES.houseNameTooLong,
      empty: MESSAGES.emptyHouseName,
    })
      .transform((name) => name.replace(/\s+/g, ' ').trim())
      .meta({ id: 'HouseNameText' }),
  })
  .meta({ id: 'HouseNameInput' })

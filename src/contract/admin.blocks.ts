import { z } from 'zod'
import { BLOCKS, BLOCK_LISTS, BLOCK_MESSAGES } from './admin.blocks.constants.ts'
import { MESSAGES } from './errors.ts'
import { Rev } from './primitives.ts'

const Entries = z
  .array(
    z
      .string(MESSAGES.invalidInput)
      .trim()
      .min(1, MESSAGES.invalidInput)
      .max(BLOCKS.entry, BLOCK_MESSAGES.tooLong),
  )
  .max(BLOCKS.entries, BLOCK_MESSAGES.tooMany)

/** What the site does not allow in texts and addresses, as admins set it. `rev` orders changes. */
export const BlocksView = z.object({ ...listsOf(z.array(z.string())), rev: Rev }).meta({ id: 'Blocks' })
export type BlocksView = z.infer<typeof BlocksView>

/** PUT /api/admin/blocks: all lists. `rev`: the version that was changed; 409 when another admin was faster. */
export const BlocksInput = z.object({ ...listsOf(Entries), rev: Rev }).meta({ id: 'BlocksInput' })
export type BlocksInput = z.infer<typeof BlocksInput>

function listsOf<S extends z.ZodType>(schema: S): Record<(typeof BLOCK_LISTS)[number], S> {
  return Object.fromEntries(BLOCK_LISTS.map((list) => [list, schema])) as Record<
    (typeof BLOCK_LISTS)[number],
    S
  >
}

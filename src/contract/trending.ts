import { z } from 'zod'

/**
 * A hashtag people use now (DECISIONS row 20): without its sign, with how many posts of the last 24 hours
 * carry it.
 */
export const TrendingTagView = z
  .object({ tag: z.string(), count: z.int().nonnegative() })
  .meta({ id: 'TrendingTag' })
export type TrendingTagView = z.infer<typeof TrendingTagView>

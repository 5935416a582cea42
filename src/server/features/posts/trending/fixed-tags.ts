/** Fill the list up while people use too few of their own (DECISIONS row 20). */
export const FIXED_TAGS = [
  'royalflush',
  'throneroom',
  'crapthoughts',
  'flushit',
  'plungerlife',
  'toilethumor',
  'royaldecree',
  'rubberduck',
  'twoply',
  'courtgossip',
] as const

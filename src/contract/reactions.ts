/**
 * The five reactions, in the order of the bar (product section 9, DECISIONS row 41). Apart from the schemas:
 * the bar needs no schema library.
 */
export const REACTIONS = [
  { emoji: '💩', name: 'poo' },
  { emoji: '❤️', name: 'red heart' },
  { emoji: '😂', name: 'laughing face' },
  { emoji: '👍', name: 'thumbs up' },
  { emoji: '👎', name: 'thumbs down' },
] as const

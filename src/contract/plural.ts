/** The word that fits a number: 'comment' for 1, 'comments' for all others. `many`: when it is not `one` with an s. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)

/** The number with its word: '1 comment', '1,200 comments'. */
export const counted = (count: number, one: string, many?: string): string =>
  `${count.toLocaleString('en')} ${plural(count, one, many)}`

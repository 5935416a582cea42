/** Text for a search: without accents and letter case, white space as single blanks. Punctuation stays. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

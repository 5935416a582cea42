/** The lists of what the site does not allow. Pages can import them without zod. */
export const BLOCK_LISTS = ['refusedWords', 'heldWords', 'linkDomains', 'mailDomains'] as const
export type BlockList = (typeof BLOCK_LISTS)[number]

/** Entries in one list, and characters in one entry. */
export const BLOCKS = { entries: 500, entry: 100 } as const

/** Refusals by these lists. Separate from the others: the first page does not need them. */
export const BLOCK_MESSAGES = {
  tooLong: 'An entry can have up to 100 characters.',
  tooMany: 'A list can have up to 500 entries.',
  changed:
    'Another admin has changed these lists. We added your changes to theirs. Please check the lists and save again.',
} as const

/** 400 for a text with one of the words. */
export const wordBlocked = (word: string): string => `The guards do not allow “${word}” here.`

/** 400 for a text with a link to one of the domains. */
export const linkBlocked = (domain: string): string => `The guards do not allow links to ${domain} here.`

/** 400 for an entry of a list that is none. */
export const notAnEntry = (list: BlockList, entry: string): string =>
  list === 'linkDomains' || list === 'mailDomains'
    ? `“${entry}” is no domain, such as example.org.`
    : `“${entry}” has no letters.`

import type { BRAND } from '#contract/brand.ts'

/** Whom to write to, at the end of a paragraph. */
export interface MailLine {
  readonly before: string
  readonly mail: keyof typeof BRAND.mail
}

/** A paragraph, a list, or a paragraph that ends in an address. */
export type LegalBlock = string | readonly string[] | MailLine

export interface LegalSection {
  /** The anchor in the address; never changes, people link to it. */
  readonly id: string
  readonly title: string
  readonly blocks: readonly LegalBlock[]
}

/** One static page (product section 2, Legal pages): plain data, so that whatever draws it can. */
export interface LegalText {
  readonly path: `/${string}`
  readonly title: string
  /** The page in two sentences, for who reads no further. */
  readonly lead: string
  readonly sections: readonly LegalSection[]
}

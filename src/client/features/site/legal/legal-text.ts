import type { BRAND } from '#contract/brand.ts'
import type { LegalPath } from '#contract/site.page-titles.ts'

/** A contact address at the end of a paragraph. */
export interface MailLine {
  readonly before: string
  readonly mail: keyof typeof BRAND.mail
}

/** A paragraph, a list, or a paragraph that ends in an address. */
export type LegalBlock = string | readonly string[] | MailLine

export interface LegalSection {
  /** The anchor in the address. It never changes, because people link to it. */
  readonly id: string
  readonly title: string
  readonly blocks: readonly LegalBlock[]
}

/** One static page (product section 2, Legal pages) as plain data. */
export interface LegalText {
  /** Its title and its lead are in the contract. */
  readonly path: LegalPath
  readonly sections: readonly LegalSection[]
}

/** The texts of one mail; its plain text and its HTML are made from them. */
export interface Mail {
  to: string
  subject: string
  /** The heading of the body. */
  title: string
  /** Paragraphs before the button. */
  words: readonly string[]
  button: { label: string; url: string }
  /** Small print after the button. */
  afterwards: readonly string[]
}

/** One mail, in the words that every form of it is made from. */
export interface Mail {
  to: string
  subject: string
  /** The heading inside. */
  title: string
  /** Paragraphs before the button. */
  words: readonly string[]
  button: { label: string; url: string }
  /** Small print after it. */
  afterwards: readonly string[]
}

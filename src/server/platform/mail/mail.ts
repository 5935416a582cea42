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
  /** Only for mails that somebody has subscribed to (RFC 8058). */
  unsubscribe?: {
    /** For people: a page with a button. */
    page: string
    /** For mail programs: a POST to it ends the subscription. */
    call: string
  }
  /** The same for each attempt to send this mail, so that a second copy can be recognised. */
  messageId?: string
}

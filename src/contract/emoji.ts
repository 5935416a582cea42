// Separate from the schemas: the page compares emoji without the schema library.

/** UTF-16 units of the longest emoji, and some more. */
export const EMOJI_LENGTH = 40

const EMOJI = /^\p{RGI_Emoji}$/v
/** Asks for the coloured picture of the character before it. Pickers differ in where they write it. */
const PICTURE = '\uFE0F'

/** The emoji that this text is, in its one spelling; null for anything else, and for more than one. */
export const oneEmoji = (text: string): string | null =>
  [text, text.replaceAll(PICTURE, ''), text + PICTURE].find((spelling) => EMOJI.test(spelling)) ?? null

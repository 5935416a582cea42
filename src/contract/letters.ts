/*
 * The one definition of a letter and a word. Texts, searches and addresses are built of these parts (of expressions
 * with the flag 'u').
 */

/** Scripts whose words stand together without spaces, or, as in Korean, with endings; for a class of characters. */
export const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー`

/** What a word begins with. */
export const LETTER = String.raw`[\p{L}\p{N}_]`

/** Where words end at spaces and signs alone. */
export const SPACED_LETTER = `(?![${UNSPACED}])${LETTER}`

/** Accents and vowel signs. The selectors that make a picture of a sign, and the frame of a key, are none. */
export const MARK = String.raw`(?![\ufe0e\ufe0f])[\p{Mn}\p{Mc}]`

/** A letter or mark, or a sign that only stands within words: joiners and the middle dots. */
const WITHIN = String.raw`(?:${LETTER}|${MARK}|[\u200c\u200d·・](?=${LETTER}|${MARK}))`

/** What follows the beginning of a word, up to its end. */
export const REST_OF_WORD = `${WITHIN}*`

/** A whole word. */
export const WORD = `${LETTER}${REST_OF_WORD}`

/** Before it is no part of the same word. */
export const NOT_IN_WORD = `(?<!${SPACED_LETTER}(?:${MARK})*)`

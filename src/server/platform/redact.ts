import { REPORT_LIMITS } from '#contract/monitor.constants.ts'

/** Cut before the patterns run: they are linear, but should not read a megabyte. */
const MAX_LENGTH = 1_000

/** A word in quotes is technical; a sentence in quotes is a person's. */
const WORD_OF_CODE = /^[\w.$:-]{1,40}$/

/** In this order: the most specific patterns come first. */
const TAKEN_OUT: readonly [RegExp, string | ((quoted: string, mark: string, words: string) => string)][] = [
  [/\b(?:https?|wss?|mongodb(?:\+srv)?|redis|smtps?|file):\/\/[^\s"'`<>()]+/g, '[link]'],
  [/[^\s"'`<>()]{1,64}@[^\s"'`<>()]{1,255}/g, '[address]'],
  [/"[^"\n]*"?/g, '"…"'],
  [
    /(['`])([^'`\n]{0,400})\1/g,
    (_quoted, mark: string, words: string) => mark + (WORD_OF_CODE.test(words) ? words : '…') + mark,
  ],
  [/(?:\/[\w.@+-]+){2,}\/?/g, '[path]'],
  [/\b[0-9a-fA-F]{8,}(?:-[0-9a-fA-F]{4,})*\b/g, '[id]'],
  [/[A-Za-z0-9_-]*\d[A-Za-z0-9_-]{15,}/g, '[id]'],
  [/\d+(?:\.\d+)*/g, '#'],
  [/\s+/g, ' '],
]

/** A message without its variable parts (numbers, ids, paths) and without private data. */
export function redact(message: string): string {
  const plain = TAKEN_OUT.reduce(
    (text, [pattern, word]) => text.replace(pattern, word as string),
    message.slice(0, MAX_LENGTH),
  ).trim()
  return plain.slice(0, REPORT_LIMITS.message) || 'No words were given'
}

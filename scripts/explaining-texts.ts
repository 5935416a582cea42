import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

const ROOT = path.resolve(import.meta.dirname, '..')

/** Whose strings people read: pages, messages and mails. Not the legal texts, and not what is a joke as a whole. */
const FILES = ['src/client/**/*.{ts,tsx}', 'src/contract/*.ts', 'src/server/features/**/*{mails,service}.ts']
const LEFT_OUT = /\.test\.|\/(?:showcase|testing|legal|founders|landing|ads)\//

/** A text that explains something: a sentence of at least four words. */
export interface ExplainingText {
  file: string
  text: string
}

const isSentence = (text: string): boolean =>
  text.split(' ').length >= 4 && /^[A-Z]/.test(text) && /[a-z]{2} [a-z]/.test(text)

interface Node {
  type?: string
  value?: unknown
  quasis?: readonly { value: { cooked: string } }[]
}

/** The words that a node shows; what is filled in is left out. */
function wordsOf({ type, value, quasis }: Node): string | null {
  if (type === 'TemplateLiteral') return quasis!.map(({ value: { cooked } }) => cooked).join(' ')
  return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? value : null
}

function textsIn(node: unknown, found: string[] = []): string[] {
  if (typeof node !== 'object' || node === null) return found
  const text = wordsOf(node)?.replaceAll(/\s+/g, ' ').trim()
  if (text && isSentence(text)) found.push(text)
  for (const child of Object.values(node)) textsIn(child, found)
  return found
}

/** Every text that explains something on a page or in a mail. */
export const explainingTexts = (): ExplainingText[] =>
  FILES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !LEFT_OUT.test(file))
    .flatMap((file) => {
      const { program } = parseSync(file, readFileSync(path.join(ROOT, file), 'utf8'))
      return textsIn(program).map((text) => ({ file, text }))
    })

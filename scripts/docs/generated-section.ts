/**
 * The document with this text between its marks `<!-- name: written by ... -->` and `<!-- /name -->`. Throws when
 * the document has no such marks.
 */
export function withSection(document: string, name: string, text: string): string {
  const begin = `<!-- ${name}: written by \`npm run docs\` -->`
  const end = `<!-- /${name} -->`
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The document has no place for '${name}': ${begin} ... ${end}`)
  return `${document.slice(0, from + begin.length)}\n${text}\n${document.slice(to)}`
}

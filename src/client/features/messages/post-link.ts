/** Group 1: the post's id. The same forms as on the server: /post/{id} is what is shared. */
const POST_PATH = String.raw`/(?:post|p)/([0-9a-f]{24})(?![\w/?#-])`

/**
 * The post of this site that a text links to, and its words without a link that stands alone at the end.
 * Null without one. Of several the last one.
 */
export function linkedPost(content: string, origin: string): { postId: string; words: string } | null {
  if (!content.includes(origin)) return null
  const link = new RegExp(origin.replace(/\W/g, '\\$&') + POST_PATH, 'g')
  const found = [...content.matchAll(link)].at(-1)
  if (!found) return null
  const [whole, postId = ''] = found
  const isLast = content.slice(found.index + whole.length).trim() === ''
  return { postId, words: isLast ? content.slice(0, found.index).trimEnd() : content }
}

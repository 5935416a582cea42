/**
 * A number from 0 to count - 1 that is always the same for the same text (FNV-1a with a final mix). Not for
 * secrets.
 */
export const stableHash = (text: string, count: number): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // FNV's low bits of similar texts are similar; a final mix spreads them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % count
}

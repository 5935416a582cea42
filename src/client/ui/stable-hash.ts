/** Same text, same whole number from 0 to count - 1, on every device and for ever (FNV-1a). Not for secrets. */
export const stableHash = (text: string, count: number): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % count
}

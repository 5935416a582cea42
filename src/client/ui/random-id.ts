const HEX = (byte: number): string => byte.toString(16).padStart(2, '0')

/** A random UUID. Not `crypto.randomUUID`, which a page without https lacks: a phone on the network of a trial server. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // Version 4, variant 1 (RFC 9562).
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map(HEX).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

import { crc32 } from 'node:zlib'

/**
 * Words share this many slots. A slot holds the posts of all its words, so what it finds is checked in the posts
 * themselves. More slots find fewer wrong posts and cost more documents.
 */
const SLOTS = 16_384

export const slotOf = (word: string): number => crc32(word) % SLOTS

/** The key of the postings of a slot in the block that begins at a moment. */
export const postingKey = (block: Date, slot: number): string => `${block.getTime()}:${slot}`

/** Enough for epoch milliseconds. */
const BYTES = 6

export function packMoments(moments: readonly number[]): Buffer {
  const packed = Buffer.alloc(moments.length * BYTES)
  moments.forEach((moment, at) => packed.writeUIntBE(moment, at * BYTES, BYTES))
  return packed
}

/** Without `readUIntBE`, which takes most of the time of a search for frequent words. */
function unpackMoments(packed: Buffer): Float64Array {
  const moments = new Float64Array(packed.length / BYTES)
  for (let at = 0, from = 0; at < moments.length; at += 1, from += BYTES) {
    const high = packed[from]! * 256 + packed[from + 1]!
    const low = packed[from + 2]! * 2 ** 24 + packed[from + 3]! * 65_536 + packed[from + 4]! * 256
    moments[at] = high * 2 ** 32 + low + packed[from + 5]!
  }
  return moments
}

/** The moments that are in all of them, each once, newest first like those. */
export function momentsInAll(all: readonly Buffer[]): number[] {
  const [first, ...others] = all.toSorted((one, other) => one.length - other.length).map(unpackMoments)
  const moments: number[] = []
  const places = others.map(() => 0)
  for (const moment of first ?? []) {
    const isInAll = others.every((other, which) => {
      while (other[places[which]!]! > moment) places[which]! += 1
      return other[places[which]!] === moment
    })
    if (isInAll && moments.at(-1) !== moment) moments.push(moment)
  }
  return moments
}

import { crc32 } from 'node:zlib'
import { mongo, type Types } from 'mongoose'
import type { SearchPosting } from './search-blocks.model.ts'

/**
 * Words share this many slots. A slot holds the posts of all its words, so what it finds is checked in the posts
 * themselves. More slots find fewer wrong posts and cost more documents.
 */
const SLOTS = 16_384

export const slotOf = (word: string): number => crc32(word) % SLOTS

/** The name of a block's postings. */
export type Name = Types.ObjectId

/** Ids of posts in one document. */
export const IDS_IN_ONE = 64

export const placesKey = (name: Name, slot: number): string => `${name.toHexString()}:${slot}`
export const idsKey = (name: Name, place: number): string =>
  `${name.toHexString()}:ids${Math.floor(place / IDS_IN_ONE)}`

/** All documents of a block's postings have an id between these two. */
export const postingKeysOf = (name: Name) => ({
  $gte: `${name.toHexString()}:`,
  $lt: `${name.toHexString()};`,
})

const ID_BYTES = 12

/** The id of the post at a place, from the document with the key `idsKey`. */
export function idAt(ids: Buffer, place: number): Types.ObjectId {
  const start = (place % IDS_IN_ONE) * ID_BYTES
  return new mongo.ObjectId(ids.subarray(start, start + ID_BYTES))
}

/** The places of posts with a word of a slot, in the smaller of two forms. */
export type Places = Pick<SearchPosting, 'list' | 'bits'>

/** Places are in ascending order; `size` is the number of posts in the block. */
export function encodePlaces(places: readonly number[], size: number): Places {
  if (places.length * 2 < size / 8) {
    const list = Buffer.alloc(places.length * 2)
    places.forEach((place, at) => list.writeUInt16LE(place, at * 2))
    return { list }
  }
  const bits = Buffer.alloc(Math.ceil(size / 8))
  for (const place of places) bits[place >> 3]! |= 1 << (place & 7)
  return { bits }
}

/** The places that are in all of them, in ascending order. */
export function placesInAll(all: readonly Places[]): number[] {
  const [first, ...others] = all.map(bitsOf).toSorted((one, other) => one.length - other.length)
  const places: number[] = []
  if (!first) return places
  for (let at = 0; at < first.length; at += 1) {
    let common = first[at]!
    for (const other of others) common &= other[at]!
    for (let bit = 0; common !== 0; bit += 1, common >>= 1) if (common & 1) places.push(at * 8 + bit)
  }
  return places
}

function bitsOf({ list, bits }: Places): Uint8Array {
  if (bits) return bits
  if (!list || list.length === 0) return new Uint8Array()
  const last = list.readUInt16LE(list.length - 2)
  const set = new Uint8Array((last >> 3) + 1)
  for (let at = 0; at < list.length; at += 2) {
    const place = list.readUInt16LE(at)
    set[place >> 3]! |= 1 << (place & 7)
  }
  return set
}

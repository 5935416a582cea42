import path from 'node:path'
import type { Readable } from 'node:stream'
import { config } from '../config.ts'
import { localStorage } from './local-storage.ts'

/** First and last byte, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** What an upload link allows. */
export interface LinkTerms {
  type: string
  /** Bytes; undefined allows any number. */
  size?: number
  /** Validity from now on. */
  seconds: number
}

/**
 * Where files are stored. A key is `folder/name`. A folder holds all files of one upload: removing it removes
 * the upload. Removing a missing file is no error.
 */
export interface Storage {
  /** Moves the local file `from` into the storage. */
  put(key: string, from: string, type: string): Promise<void>
  /** Null when the key does not exist. */
  read(key: string, range?: ByteRange): Promise<Readable | null>
  /** Copies the file to a local path, for programs that need one. Throws when the key does not exist. */
  copyTo(key: string, target: string): Promise<void>
  /** Bytes; null when the key does not exist. */
  sizeOf(key: string): Promise<number | null>
  remove(key: string): Promise<void>
  /** `names`: all names that the folder may hold. */
  removeFolder(folder: string, names: readonly string[]): Promise<void>
  /** A URL for one PUT from a browser; null when uploads go through the server. */
  uploadLink(key: string, terms: LinkTerms): Promise<string | null>
  /** The key of an upload link without its query; null for any other URL. */
  keyOf(address: string): string | null
}

let opened: Promise<Storage> | undefined

/** A bucket when S3_BUCKET is set, else the folder UPLOADS_DIR. */
export const storage = (): Promise<Storage> => (opened ??= open())

// The S3 library is large: it is loaded only when it is used.
async function open(): Promise<Storage> {
  if (!config.S3_BUCKET) return localStorage(path.resolve(config.UPLOADS_DIR))
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage(config, config.S3_BUCKET)
}

/** The other origin that browsers upload to, for the Content-Security-Policy. */
export function uploadOrigin(): string | null {
  if (!config.S3_BUCKET) return null
  return config.S3_ENDPOINT
    ? new URL(config.S3_ENDPOINT).origin
    : `https://${config.S3_BUCKET}.s3.${config.S3_REGION}.amazonaws.com`
}

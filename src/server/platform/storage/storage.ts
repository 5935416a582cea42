import path from 'node:path'
import type { Readable } from 'node:stream'
import { config } from '../config.ts'
import { localStorage } from './local-storage.ts'

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** What a PUT link is good for. */
export interface LinkTerms {
  type: string
  /** Bytes; undefined takes any number. */
  size?: number
  /** How long from now. */
  seconds: number
}

/**
 * Where files are kept. A key is `folder/name`; a folder holds everything of one upload, so that nothing of
 * it is left when the folder goes. Removing what is not there is no error.
 */
export interface Storage {
  /** Takes the file at `from` in; there it is gone then. */
  put(key: string, from: string, type: string): Promise<void>
  /** Null when nothing is kept under this key. */
  read(key: string, range?: ByteRange): Promise<Readable | null>
  /**
   * Brings a copy to a path on this machine, for programs that need one. Throws where nothing is kept under
   * this key.
   */
  copyTo(key: string, target: string): Promise<void>
  /** Bytes; null when nothing is kept under this key. */
  sizeOf(key: string): Promise<number | null>
  remove(key: string): Promise<void>
  /** `names`: every name that may be in it. */
  removeFolder(folder: string, names: readonly string[]): Promise<void>
  /** An address that takes one PUT from a browser; null where the server takes uploads itself. */
  uploadLink(key: string, terms: LinkTerms): Promise<string | null>
  /** The key behind an upload link without its query; null for any other address. */
  keyOf(address: string): string | null
}

let opened: Promise<Storage> | undefined

/** The house's storage: a bucket when S3_BUCKET is set, else UPLOADS_DIR. */
export const storage = (): Promise<Storage> => (opened ??= open())

// The library of a bucket is large: who needs none does not load it.
async function open(): Promise<Storage> {
  if (!config.S3_BUCKET) return localStorage(path.resolve(config.UPLOADS_DIR))
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage(config, config.S3_BUCKET)
}

/** Where browsers send files to, beside this house: for the Content-Security-Policy. */
export function uploadOrigin(): string | null {
  if (!config.S3_BUCKET) return null
  return config.S3_ENDPOINT
    ? new URL(config.S3_ENDPOINT).origin
    : `https://${config.S3_BUCKET}.s3.${config.S3_REGION}.amazonaws.com`
}

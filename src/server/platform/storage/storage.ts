import path from 'node:path'
import type { Readable } from 'node:stream'
import { createReadStream } from 'node:fs'
import { constants, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { config } from '#server/platform/config.ts'

/** First and last byte, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** What an upload link allows. */
export interface LinkTerms {
  type: string
  /** Bytes: exactly so many. */
  size: number
  /** Validity from now on. */
  seconds: number
}

/** What a download link says about the file, and how long it works. */
export interface DownloadTerms {
  type: string
  cacheControl: string
  /** From when on it is valid. The same moment gives the same link, which caches can know again. */
  from: Date
  /** Validity from then on. */
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
  /** The name of every folder. */
  folders(): AsyncIterable<string>
  /** A URL for one PUT from a browser; null when uploads go through the server. */
  uploadLink(key: string, terms: LinkTerms): Promise<string | null>
  /** A URL from which a browser can read the file; null when files are sent by the server. */
  downloadLink(key: string, terms: DownloadTerms): Promise<string | null>
  /** Rejects when it does not answer within `most` ms, or refuses us. */
  check(most: number): Promise<void>
  /** The key of an upload link without its query; null for any other URL. */
  keyOf(address: string): string | null
}

let opened: Promise<Storage> | undefined

/** A bucket when S3_BUCKET is set, else the folder UPLOADS_DIR. */
export const storage = (): Promise<Storage> => (opened ??= openStorage())

// The S3 library is large: it is loaded only when it is used.
async function openStorage(): Promise<Storage> {
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

/** The other origins that browsers load pictures and videos from, for the Content-Security-Policy. */
export const downloadOrigins = (): string[] => [
  ...(config.S3_BUCKET && config.S3_DOWNLOADS === 'links' ? [uploadOrigin()!] : []),
  ...(config.CDN_URL ? [new URL(config.CDN_URL).origin] : []),
]

/** Files in a local folder. Uploads go through the server, so there are no upload links. */
function localStorage(root: string): Storage {
  // Sub-folders of two letters: one folder would hold hundreds of thousands of uploads.
  const pathOf = (key: string) => path.join(root, key.slice(0, 2), key)
  return {
    async put(key, from) {
      await mkdir(path.dirname(pathOf(key)), { recursive: true })
      await rename(from, pathOf(key))
    },
    async read(key, range) {
      const file = await open(pathOf(key)).catch(nullWhereMissing)
      return file && createReadStream(pathOf(key), { fd: file, ...range })
    },
    async copyTo(key, target) {
      // Copy-on-write, where the file system has it.
      await copyFile(pathOf(key), target, constants.COPYFILE_FICLONE)
    },
    sizeOf: (key) => stat(pathOf(key)).then(({ size }) => size, nullWhereMissing),
    remove: (key) => rm(pathOf(key), { force: true }),
    removeFolder: (folder) => rm(pathOf(folder), { recursive: true, force: true }),
    async *folders() {
      for (const part of await readdir(root).catch(noneWhereMissing))
        if (/^[0-9a-f]{2}$/.test(part)) yield* await readdir(path.join(root, part))
    },
    uploadLink: () => Promise.resolve(null),
    downloadLink: () => Promise.resolve(null),
    check: async () => void (await stat(root)),
    keyOf: () => null,
  }
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

const noneWhereMissing = (error: NodeJS.ErrnoException): string[] => nullWhereMissing(error) ?? []

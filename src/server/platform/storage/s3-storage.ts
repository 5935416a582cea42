import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { ByteRange, Storage } from './storage.ts'

export interface BucketSettings {
  S3_ENDPOINT?: string | undefined
  S3_REGION: string
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

/**
 * Files in a bucket of S3, or of a store that speaks the same. Browsers send files to it by links signed
 * here.
 */
export function s3Storage(settings: BucketSettings, bucket: string): Storage {
  const s3 = client(settings)
  const at = (key: string) => ({ Bucket: bucket, Key: key })
  const get = async (key: string, range?: ByteRange): Promise<Readable> => {
    const { Body } = await s3.send(
      new GetObjectCommand({ ...at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
    )
    if (!Body) throw new Error(`The bucket answered without a body for ${key}`)
    return Body as Readable
  }
  return {
    async put(key, from, type) {
      const { size } = await stat(from)
      const file = createReadStream(from)
      try {
        await s3.send(
          new PutObjectCommand({ ...at(key), Body: file, ContentLength: size, ContentType: type }),
        )
      } finally {
        // A bucket that refuses or cannot be reached leaves it unread.
        file.destroy()
      }
      await rm(from)
    },
    read: (key, range) => get(key, range).catch(nullWhereMissing),
    copyTo: async (key, target) => pipeline(await get(key), createWriteStream(target)),
    sizeOf: (key) =>
      s3
        .send(new HeadObjectCommand(at(key)))
        .then(({ ContentLength }) => ContentLength ?? 0, nullWhereMissing),
    remove: async (key) => void (await s3.send(new DeleteObjectCommand(at(key)))),
    // One call each: listing first would cost one more, and stores do not agree on how to sign a list of
    // them.
    removeFolder: async (folder, names) =>
      void (await Promise.all(
        names.map((name) => s3.send(new DeleteObjectCommand(at(`${folder}/${name}`)))),
      )),
    async *folders() {
      const list = paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Delimiter: '/' })
      for await (const { CommonPrefixes = [] } of list)
        for (const { Prefix } of CommonPrefixes) if (Prefix) yield Prefix.slice(0, -1)
    },
    uploadLink: (key, { type, size, seconds }) =>
      // Signed over type and size, so that the link takes this file and no other.
      getSignedUrl(s3, new PutObjectCommand({ ...at(key), ContentType: type, ContentLength: size }), {
        expiresIn: seconds,
        signableHeaders: new Set(['content-type', 'content-length']),
      }),
    downloadLink: (key, { type, cacheControl, from, seconds }) =>
      getSignedUrl(
        s3,
        new GetObjectCommand({
          ...at(key),
          ResponseContentType: type,
          ResponseCacheControl: cacheControl,
          ResponseContentDisposition: 'inline',
        }),
        { signingDate: from, expiresIn: seconds },
      ),
    async check(most) {
      const signal = AbortSignal.timeout(most)
      const read = s3.send(new GetObjectCommand(at('check')), { abortSignal: signal })
      await read.catch((error: unknown) => {
        // Nobody has put a file there. Without the right to list, a bucket does not say so.
        if (!(error instanceof Error && ['NoSuchKey', 'AccessDenied'].includes(error.name))) throw error
      })
    },
    keyOf: (address) => keyIn(address, settings, bucket),
  }
}

const nothing = () => undefined
/** The library would write plain lines into the log. Its errors are logged where they are handled. */
const QUIET = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

function client({
  S3_ENDPOINT,
  S3_REGION,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
}: BucketSettings): S3Client {
  return new S3Client({
    region: S3_REGION,
    // Others than Amazon have the bucket in the path, and do not all know the newer checksums.
    ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A bucket that does not answer is an outage, not a wait without end.
    logger: QUIET,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
    // Without them: the machine's role.
    ...(S3_ACCESS_KEY_ID &&
      S3_SECRET_ACCESS_KEY && {
        credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      }),
  })
}

function keyIn(address: string, { S3_ENDPOINT, S3_REGION }: BucketSettings, bucket: string): string | null {
  const base = S3_ENDPOINT
    ? `${S3_ENDPOINT.replace(/\/$/, '')}/${bucket}/`
    : `https://${bucket}.s3.${S3_REGION}.amazonaws.com/`
  return address.startsWith(base) ? address.slice(base.length) : null
}

function nullWhereMissing(error: unknown): null {
  if (error instanceof NotFound || error instanceof NoSuchKey) return null
  throw error
}

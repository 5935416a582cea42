import { config } from '../config.ts'
import { logger } from '../logger.ts'
import { storage } from './storage.ts'

/** A setting that the server cannot start with. The message names it, and says what to do. */
export class RefusedSetting extends Error {}

const BUCKET_ANSWERS_WITHIN_MS = 5_000
/** What no time mends: the settings name no bucket, or a key that it does not know. */
const REFUSALS: ReadonlySet<string> = new Set([
  'NoSuchBucket',
  'InvalidBucketName',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'CredentialsProviderError',
  'ENOTFOUND',
])

/** Before the start: throws a `RefusedSetting` when the settings name no bucket, or a key that it does not know. */
export async function assertBucket(): Promise<void> {
  if (!config.S3_BUCKET) return
  try {
    await (await storage()).check(BUCKET_ANSWERS_WITHIN_MS)
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException
    const reason = [name, code].find((word) => word && REFUSALS.has(word))
    if (reason)
      throw new RefusedSetting(
        `S3_BUCKET: the bucket ${config.S3_BUCKET} does not take us (${reason}). Correct S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
      )
    // An outage of the bucket does not stop everything else.
    logger.error({ reason: code ?? name }, 'the bucket does not answer: uploads and pictures wait for it')
  }
}

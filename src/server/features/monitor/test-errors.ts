import path from 'node:path'
import mongoose from 'mongoose'
import type { TestError } from '#contract/monitor.constants.ts'
import { config } from '#server/platform/config.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { ErrorGroupModel } from './error-groups.model.ts'

/** Each causes a real error of its type, where such errors occur. */
const BREAKS: Record<TestError, () => Promise<unknown>> = {
  database: async () => mongoose.connection.db?.command({ flushTheCrown: 1 }),
  media: async () =>
    (await storage()).copyTo(
      'test/nothing-was-uploaded',
      path.join(config.UPLOADS_DIR, '.work', 'never-written'),
    ),
  validation: () => new ErrorGroupModel({ severity: 'LOW' }).validate(),
  runtime: async () => (JSON.parse('{}') as { throne: { seat: string } }).throne.seat,
}

/** Causes an error of its type. Always rejects. */
export async function breakSomething(errorType: TestError): Promise<void> {
  await BREAKS[errorType]()
}

import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import mongoose from 'mongoose'
import type { CheckView } from '#contract/monitor.ts'
import { plural } from '#contract/plural.ts'
import { REPAIRS, type Outcome, type Repair } from '#contract/monitor.constants.ts'
import { repairMedia } from '#server/features/media/media-health.ts'
import { config } from '#server/platform/config.ts'
import { BUILT_PAGE } from '#server/platform/http/static-files.ts'
import { mailWorks } from '#server/platform/mail/mail-queue.ts'
import { redact } from '#server/platform/redact.ts'
import { clock } from '#server/platform/clock.ts'

/** The outcome of a check. */
export interface Finding {
  outcome: Outcome
  detail: string
}

/** Each checks a part, repairs what it can, and returns whether it works now. */
const CHECKS: Record<Repair, () => Promise<Finding>> = {
  store: repairStore,
  folders: repairFolders,
  media: repairMedia,
  mail: checkMail,
  page: checkPage,
}

const latest = new Map<Repair, CheckView>()
const underway = new Map<Repair, Promise<CheckView>>()

/** Checks a part; parallel calls share the check. Never rejects: an error is an outcome. */
export function runCheck(repair: Repair): Promise<CheckView> {
  const look = underway.get(repair) ?? begin(repair).finally(() => underway.delete(repair))
  underway.set(repair, look)
  return look
}

/** Checks these parts one after the other: a later one may depend on a repair of an earlier one. */
export async function runChecks(repairs: readonly Repair[]): Promise<CheckView[]> {
  const checks: CheckView[] = []
  for (const repair of repairs) checks.push(await runCheck(repair))
  return checks
}

async function begin(repair: Repair): Promise<CheckView> {
  const found = await CHECKS[repair]().catch((error: unknown): Finding => ({
    outcome: 'failed',
    detail: redact(error instanceof Error ? error.message : String(error)),
  }))
  const check = { repair, ...found, at: clock.date().toISOString() }
  latest.set(repair, check)
  return check
}

/** The latest check of each part by this process. */
export const latestChecks = (): CheckView[] => REPAIRS.flatMap((repair) => latest.get(repair) ?? [])

const PING_MS = 2_000
const TIMEOUT_MS = 8_000

async function repairStore(): Promise<Finding> {
  if (await storeTakesWrites()) return { outcome: 'well', detail: 'The store answers and takes writes.' }
  await mongoose.connection.getClient().connect()
  for (const until = performance.now() + TIMEOUT_MS; performance.now() < until; await pause(250)) {
    if (await storeTakesWrites())
      return { outcome: 'mended', detail: 'The store was away; it is connected again and takes writes.' }
  }
  return { outcome: 'failed', detail: 'The store does not answer, or has nobody who takes writes.' }
}

async function storeTakesWrites(): Promise<boolean> {
  try {
    const hello = await mongoose.connection.db?.admin().command({ hello: 1 }, { timeoutMS: PING_MS })
    return hello?.['isWritablePrimary'] === true
  } catch {
    return false // not reachable is a result, not an error
  }
}

async function repairFolders(): Promise<Finding> {
  const folders = [
    config.DATA_DIR,
    config.UPLOADS_DIR,
    path.join(config.UPLOADS_DIR, '.work'),
    ...(config.SMTP_URL ? [] : [path.join(config.DATA_DIR, 'outbox')]),
  ]
  let made = 0
  for (const folder of folders) {
    if (await mkdir(folder, { recursive: true })) made += 1
    await tryOut(path.join(folder, `.monitor-${process.pid}`))
  }
  if (made > 0)
    return {
      outcome: 'mended',
      detail: `${made} of ${folders.length} folders ${plural(made, 'was missing and is', 'were missing and are')} there again.`,
    }
  return { outcome: 'well', detail: `All ${folders.length} folders are there and can be written.` }
}

async function tryOut(file: string): Promise<void> {
  try {
    await writeFile(file, 'flush')
    if ((await readFile(file, 'utf8')) !== 'flush') throw new Error('What was written is not what is read')
  } finally {
    await rm(file, { force: true })
  }
}

async function checkMail(): Promise<Finding> {
  await mailWorks()
  return {
    outcome: 'well',
    detail: config.SMTP_URL
      ? 'The mail server lets us in.'
      : 'There is no mail server; mails go to the outbox.',
  }
}

async function checkPage(): Promise<Finding> {
  const manifest = await readFile(path.join(BUILT_PAGE, '.vite', 'manifest.json'), 'utf8').catch(() => null)
  if (manifest === null) return { outcome: 'failed', detail: 'The page is not built on this server.' }
  const files = Object.values(JSON.parse(manifest) as Record<string, { file: string }>).map(
    ({ file }) => file,
  )
  await Promise.all(files.map((file) => access(path.join(BUILT_PAGE, file))))
  return {
    outcome: 'well',
    detail: `All ${files.length} files of the page are there; a reload fetches them.`,
  }
}

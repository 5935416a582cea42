import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { mongo } from 'mongoose'
import { StoreError } from '#server/platform/mongo/store-error.ts'
import { VERSION } from '#server/platform/version.ts'
import { changesSince, currentToken } from './changes.ts'
import { copyAllFiles, copyFilesOf } from './copy-files.ts'
import { copyChanged, copyCollections, openChanges } from './copy-store.ts'
import { SUMS, momentOf, readProgress, writeProgress, writeSums, type Progress } from './folder.ts'
import type { Installation } from './installation.ts'

/** With this few changes left, one snapshot session can read them before the database discards its moment. */
const FEW = 2_000

type Say = (line: string) => void

/**
 * Copies a database and its files in use, as they are at one moment near the end. First it copies all
 * documents and files. Then it copies what changed meanwhile, from the change stream, again and again until
 * little is left. The last changes are read at one moment (a snapshot). What did not change between its
 * copy and that moment is already right; everything else was read at that moment. An interrupted backup
 * continues.
 */
export async function takeBackup(installation: Installation, folder: string, say: Say): Promise<Progress> {
  if (existsSync(path.join(folder, SUMS)))
    throw new StoreError(`${folder} holds a complete backup already. Name another folder.`)
  const progress = (await readProgress(folder)) ?? (await begin(installation, folder))
  await copyCollections(installation, folder, progress)
  say(`${Object.keys(progress.collections).length} collections are copied.`)
  if (!progress.files.done) await copyAllFiles(installation, folder, progress)
  say('The files are copied.')
  while ((await catchUp(installation, folder, progress)) > FEW);
  await cutWhole(installation, folder, progress, say)
  say(`The backup shows the state of ${momentOf(progress).toISOString()}. Writing the checksums.`)
  const count = await writeSums(folder)
  say(`Done: ${count} files with their checksums in ${path.join(folder, SUMS)}.`)
  return progress
}

async function begin(installation: Installation, folder: string): Promise<Progress> {
  await mkdir(folder, { recursive: true })
  // Before the first document is read: every later change is in the stream.
  const token = await currentToken(installation)
  const progress: Progress = {
    version: VERSION,
    startedAt: new Date(),
    token,
    collections: {},
    changes: 0,
    files: { done: false },
  }
  await writeProgress(folder, progress)
  return progress
}

/** Copies what changed since the last pass. Returns the number of changes. */
async function catchUp(installation: Installation, folder: string, progress: Progress): Promise<number> {
  const file = await openChanges(folder, progress)
  let count = 0
  try {
    for await (const { changed, token } of changesSince(installation, progress.token)) {
      const { bytes, media } = await copyChanged(installation, file, changed)
      await copyFilesOf(installation, folder, media)
      for (const ids of changed.values()) count += ids.size
      Object.assign(progress, { token, changes: progress.changes + bytes })
      await writeProgress(folder, progress)
    }
  } finally {
    await file.close()
  }
  return count
}

/**
 * Repeats the cut until no file is missing that a record names at that moment: if a record was deleted
 * right after the cut, its file may be gone. What is missing at two cuts in a row was lost before.
 */
async function cutWhole(
  installation: Installation,
  folder: string,
  progress: Progress,
  say: Say,
): Promise<void> {
  let before: string[] | null = null
  for (;;) {
    const missing = (await cut(installation, folder, progress)).sort()
    if (missing.length === 0 || missing.join() === before?.join()) {
      progress.lost = missing
      for (const key of missing) say(`The storage itself has no file ${key}, though a record names it.`)
      return writeProgress(folder, progress)
    }
    before = missing
  }
}

/**
 * Reads what changed since the last pass at one moment. Returns the keys of files that are named then and
 * missing.
 */
async function cut(installation: Installation, folder: string, progress: Progress): Promise<string[]> {
  const session = installation.client.startSession({ snapshot: true })
  const file = await openChanges(folder, progress)
  try {
    const cutAt = await chooseMoment(installation, session)
    let bytes = 0
    for await (const { changed } of changesSince(installation, progress.token))
      bytes += (await copyChanged(installation, file, changed, session)).bytes
    await file.datasync()
    // The token stays: what was written after the moment was read in its earlier state, and the next cut
    // reads it again.
    Object.assign(progress, { cutAt, changes: progress.changes + bytes })
    return await filesAt(installation, folder, session)
  } finally {
    await file.close()
    await session.endSession()
  }
}

// The first read of the session fixes the moment for all others.
async function chooseMoment({ db }: Installation, session: mongo.ClientSession): Promise<mongo.Timestamp> {
  await db
    .collection('users')
    .findOne({}, { session, readConcern: { level: 'snapshot' }, projection: { _id: 1 } })
  const { snapshotTime } = session as mongo.ClientSession & { snapshotTime?: mongo.Timestamp }
  if (!snapshotTime)
    throw new StoreError('This MongoDB gives no snapshots. Backups need a replica set of version 5 or newer.')
  return snapshotTime
}

/** Every record of that moment: its files are in the backup, or are copied now. */
async function filesAt(
  installation: Installation,
  folder: string,
  session: mongo.ClientSession,
): Promise<string[]> {
  const missing: string[] = []
  const cursor = installation.db.collection('media').find(
    { state: { $ne: 'gone' } },
    {
      session,
      readConcern: { level: 'snapshot' },
      projection: { token: 1, files: 1, state: 1, job: 1, gaveUp: 1 },
    },
  )
  for await (const record of cursor) missing.push(...(await copyFilesOf(installation, folder, [record])))
  return missing
}

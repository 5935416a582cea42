import path from 'node:path'
import { config } from '#server/platform/config.ts'
import { HttpError } from '#server/platform/errors.ts'
import { notAllowed } from '#server/platform/folders.ts'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { openStore } from '#server/boot/open-store.ts'
import { StoreError } from '#server/platform/mongo/store-error.ts'
import { closeSharedMemory } from '#server/platform/shared-memory.ts'

// Backups hold password hashes, addresses and private messages: only the account that writes them may read them.
process.umask(0o077)

/** A command that cannot be run, with a sentence for the person at the terminal. */
export class UsageError extends Error {}

/** Writes one line of the command's answer. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`)

// On standard error, so that the output stays clean: without a server the database may have to be downloaded
// first.
const note = (line: string): void => console.error(line)

/** An address without password and options; where none is set, the embedded database. */
const nameOf = (uri: string | undefined): string =>
  uri?.replace(/\/\/[^@/]*@/, '//').replace(/\?.*/, '') ??
  `the embedded one in ${path.resolve(config.DATA_DIR)}, because MONGODB_URI is not set`

interface Options {
  /** While the store is opened, only warnings and errors are printed. */
  quiet?: boolean
}

/**
 * Runs a command with an open database, beside a running server or without one. `prepare` reads the
 * arguments first and returns the work. A refusal is printed as its sentence, any other error with its
 * stack; the exit code is then 1.
 */
export async function withStore(
  prepare: () => () => Promise<void>,
  { quiet = false }: Options = {},
): Promise<void> {
  try {
    const work = prepare()
    // A shell without the server's settings would work on another database, and nobody would notice.
    note(`Database: ${nameOf(config.MONGODB_URI)}`)
    const store = await openStore(config, {
      role: 'guest',
      log: { info: quiet ? () => undefined : note, warn: note, error: note },
    })
    try {
      await connectStore(store.uri, { answerMs: 0 })
      await work()
    } finally {
      await disconnectStore()
      await store.close()
    }
  } catch (error) {
    const isExpected =
      error instanceof UsageError || error instanceof HttpError || error instanceof StoreError
    console.error(isExpected ? error.message : (notAllowed(error) ?? error))
    process.exitCode = 1
  } finally {
    // An open connection to Redis would keep the process alive, also that of a command that was refused.
    closeSharedMemory()
  }
}

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT, inRoot } from './root.mjs'
import { SetupError } from './step.mjs'

const FILE = inRoot('.cache', 'setup.lock')

/** One set-up at a time in this folder: two that start together must not install at once. */
export async function withLock(work) {
  for (let printed = false; !taken(); printed = true) {
    if (!printed) console.log(`Waiting for the set-up that process ${holder()} is doing ...`)
    await pause(200)
  }
  try {
    return await work()
  } finally {
    rmSync(FILE, { force: true })
  }
}

function taken() {
  try {
    mkdirSync(inRoot('.cache'), { recursive: true })
    writeFileSync(FILE, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(error.code))
      throw new SetupError(
        `The packages or the built page in ${ROOT} must be brought up to date, and this account may not write there. Run, as the owner of the folder: npm run build`,
      )
    if (error.code !== 'EEXIST') throw error
    // A killed process left it behind.
    if (!lives(holder())) rmSync(FILE, { force: true })
    return false
  }
}

function holder() {
  try {
    return Number(readFileSync(FILE, 'utf8'))
  } catch {
    // Released meanwhile.
    return 0
  }
}

const age = () => Date.now() - (statSync(FILE, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())

function lives(pid) {
  // An empty file is being written, unless its writer was killed at that moment.
  if (!pid) return age() < 5_000
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

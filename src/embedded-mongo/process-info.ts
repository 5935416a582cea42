import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A process that runs now. */
export interface ProcessInfo {
  readonly pid: number
  /** Its start time as the system prints it: distinguishes it from a later process with the same id. */
  readonly started: string
  readonly command: string
}

/** The process with this id; undefined when there is none, or only a zombie. */
export async function processInfo(pid: number): Promise<ProcessInfo | undefined> {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

/** This process. */
export async function ownProcess(): Promise<ProcessInfo> {
  const info = await processInfo(process.pid)
  return info ?? { pid: process.pid, started: '', command: process.argv.join(' ') }
}

async function fromProc(pid: number): Promise<ProcessInfo | undefined> {
  const [stat, command] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
  ]).catch(() => ['', ''])
  // The name in brackets may contain spaces: fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, started] = [fields[0], fields[19]]
  if (!started || state === 'Z' || state === 'X') return undefined
  return { pid, started, command: command.replaceAll('\0', ' ').trim() }
}

// LC_ALL fixes the date's format: it is compared as text.
async function fromPs(pid: number): Promise<ProcessInfo | undefined> {
  const env = { ...process.env, LC_ALL: 'C' }
  const { stdout } = await promisify(execFile)(
    'ps',
    ['-ww', '-o', 'stat=,lstart=,command=', '-p', String(pid)],
    { env },
  ).catch(() => ({ stdout: '' }))
  const match = /^\s*(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(stdout.trim())
  if (!match || match[1]!.startsWith('Z')) return undefined
  return { pid, started: match[2]!, command: match[3]! }
}

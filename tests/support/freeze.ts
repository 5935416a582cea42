import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { until } from './until.ts'

/**
 * Stops a process, as if it hung, and waits until none of its threads runs any more. The signal alone returns
 * before: on a busy machine the process then still answers for a moment. `SIGCONT` lets it go on.
 */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  const threads = `/proc/${pid}/task`
  if (!existsSync(threads)) return
  await until(`process ${pid} has stopped`, () =>
    readdirSync(threads).every((thread) => stateOf(`${threads}/${thread}/stat`) === 'T'),
  )
}

// "pid (name) state …": the name may contain anything.
const stateOf = (file: string): string => readFileSync(file, 'utf8').split(') ').at(-1)!.charAt(0)

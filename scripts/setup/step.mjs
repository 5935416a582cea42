import { spawn } from 'node:child_process'

const TELL_EVERY_MS = 5_000

/** The set-up cannot continue. The message is one plain sentence that says why and what helps. */
export class SetupError extends Error {}

/** Runs a long step: prints what it is, that it is still running, and how long it took. */
export async function step(title, work) {
  const begun = performance.now()
  const seconds = () => Math.round((performance.now() - begun) / 1000)
  console.log(`${title} ...`)
  const ticker = setInterval(() => console.log(`  ... ${seconds()} s`), TELL_EVERY_MS)
  try {
    const result = await work()
    console.log(`  done in ${seconds()} s`)
    return result
  } finally {
    clearInterval(ticker)
  }
}

/** Runs a program to its end. Returns its exit code and its output; -1 if it could not be started. */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let said = ''
    const hear = (chunk) => (said += chunk)
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', (error) => resolve({ code: -1, said: error.message }))
    child.once('close', (code) => resolve({ code: code ?? -1, said }))
  })
}

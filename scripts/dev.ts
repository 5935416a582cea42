import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import path from 'node:path'

/**
 * `npm run dev`: the server, started again when its sources change or when it crashes, and Vite in front of
 * it, which swaps changed parts of the page.
 */
const ROOT = path.resolve(import.meta.dirname, '..')
// The page's address is Vite's: links, cookies and Origin checks must know.
process.env['PUBLIC_URL'] ??= 'http://127.0.0.1:5173'
process.chdir(ROOT)
const { onStopSignals } = await import('#server/platform/stop-signals.ts')
const { supervise } = await import('#server/platform/supervisor.ts')

/** Editors write a file in several steps. */
const SETTLED_MS = 150

const server = supervise(path.join(ROOT, 'src/server/main.ts'))
const page = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--strictPort'], {
  cwd: ROOT,
  stdio: 'inherit',
})
const pageEnded = once(page, 'exit')

let settling: NodeJS.Timeout | undefined
for (const folder of ['contract', 'server', 'realtime']) {
  watch(path.join(ROOT, 'src', folder), { recursive: true }, (_event, file) => {
    if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
    clearTimeout(settling)
    settling = setTimeout(server.restart, SETTLED_MS)
  })
}

// Ctrl-C reaches Vite too; the server hears of it here.
onStopSignals((signal) => {
  server.stop(signal)
  page.kill('SIGTERM')
}, server.endAtOnce)
const code = await Promise.race([server.ended, pageEnded.then(() => 1)])
server.stop('SIGTERM')
page.kill('SIGTERM')
await Promise.all([server.ended, pageEnded])
process.exit(code)

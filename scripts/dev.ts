import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import path from 'node:path'

/**
 * `npm run dev`: Vite with hot reload in front of the server. The server restarts when its sources change and when
 * it crashes. The database keeps running over restarts.
 */
const ROOT = path.resolve(import.meta.dirname, '..')
// The browser uses Vite's address, so links, cookies and Origin checks must use it as well.
process.env['PUBLIC_URL'] ??= 'http://127.0.0.1:5173'
process.chdir(ROOT)
// The settings are read when these modules load: after the lines above.
const { config } = await import('#server/platform/config.ts')
const { openStore } = await import('#server/boot/open-store.ts')
const { onStopSignals } = await import('#server/platform/stop-signals.ts')
const { supervise } = await import('#server/platform/supervisor.ts')

/** Editors write a file in several steps. */
const DEBOUNCE_MS = 150
const SERVER_FOLDERS = ['contract', 'server', 'realtime']

const store = await openStore(config)
const server = supervise(path.join(ROOT, 'src/server/boot/main.ts'), {
  ...process.env,
  MONGODB_URI: store.uri,
})
const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--strictPort'], {
  cwd: ROOT,
  stdio: 'inherit',
})
const viteEnded = once(vite, 'exit')

let debounce: NodeJS.Timeout | undefined
for (const folder of SERVER_FOLDERS) {
  watch(path.join(ROOT, 'src', folder), { recursive: true }, (_event, file) => {
    if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
    clearTimeout(debounce)
    debounce = setTimeout(server.restart, DEBOUNCE_MS)
  })
}

onStopSignals((signal) => {
  server.stop(signal)
  vite.kill('SIGTERM')
}, server.endAtOnce)
const code = await Promise.race([server.ended, viteEnded.then(() => 1)])
server.stop('SIGTERM')
vite.kill('SIGTERM')
await Promise.all([server.ended, viteEnded])
await store.close()
process.exit(code)

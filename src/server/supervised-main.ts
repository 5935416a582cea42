import path from 'node:path'
import { onStopSignals } from './platform/stop-signals.ts'
import { isDebugged, supervise } from './platform/supervisor.ts'

// `npm start`: runs the server in a child process and restarts it after a crash; in this process with a
// debugger.
if (isDebugged()) await import('./boot/main.ts')
else {
  const server = supervise(path.join(import.meta.dirname, 'boot/main.ts'))
  onStopSignals(server.stop, server.endAtOnce)
  process.exit(await server.ended)
}

import path from 'node:path'
import { onStopSignals } from './platform/stop-signals.ts'
import { isDebugged, supervise } from './platform/supervisor.ts'

// `npm start`: the server in a process of its own that comes back after a crash; in this one where a debugger
// looks at it.
if (isDebugged()) await import('./main.ts')
else {
  const server = supervise(path.join(import.meta.dirname, 'main.ts'))
  onStopSignals(server.stop, server.endAtOnce)
  process.exit(await server.ended)
}

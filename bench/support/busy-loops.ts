import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Keeps as many cores busy as its argument says, with the priority of the processes for pictures, until 'stop'. */
setPriority(10)
for (let at = 0; at < Number(process.argv[2]); at += 1) new Worker('for (;;);', { eval: true })
process.on('message', () => process.exit())
process.on('disconnect', () => process.exit())

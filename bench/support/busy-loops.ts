import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Keeps as many cores busy as its argument says, with the priority of the processes for pictures, until 'stop'. */
setPriority(10)
const loops = Array.from({ length: Number(process.argv[2]) }, () => new Worker('for (;;);', { eval: true }))
for (const loop of loops)
  loop.on('error', (error) => {
    throw error
  })
process.on('message', () => process.exit())
process.on('disconnect', () => process.exit())

// Loaded before everything else in each process of `SLOW_STORE=1 npm test`: some commands reach the store late,
// and after others that were sent later. A test that relies on their order fails.
import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from 'mongodb/lib/cmap/connection.js'

const DELAYED_SHARE = 0.3
const MAX_DELAY_MS = 40

const command = Connection.prototype.command
Connection.prototype.command = async function (...args) {
  if (Math.random() < DELAYED_SHARE) await pause(Math.random() * MAX_DELAY_MS)
  return command.apply(this, args)
}

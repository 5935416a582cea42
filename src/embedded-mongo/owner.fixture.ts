import { startEmbedded } from './embedded-mongo.ts'

/**
 * A server that owns an embedded database and does nothing else; a line with the address when it is there.
 * For tests that kill it.
 */
const quiet = { info: () => undefined, warn: console.error, error: console.error }
const mongo = await startEmbedded(process.argv[2]!, { log: quiet })
const alive = setInterval(() => undefined, 60_000)
// Before the line is written: whoever reads it may send the signal at once.
process.once('SIGINT', () => {
  clearInterval(alive)
  void mongo.close()
})
console.log(mongo.uri)

import { startInternet } from '#tests/support/internet.ts'
import { startKillableServer } from './killable-server.ts'

// For the files that one test file imports: one server that all of them kill.
export const internet = await startInternet()
export const killable = startKillableServer(() => Promise.resolve(internet.settings))

import { afterAll, vi } from 'vitest'
import { endLeftBehind, noteLeftBehind } from '#tests/support/left-behind.ts'

// The files of a worker share the packages they load, but no module of ours: modules keep stores and lists of
// listeners.
vi.resetModules()

// Nor do they share a browser: the pages of one file hear no tab of the next. What a file has left to happen later
// would load code among the modules of the next one, and that code takes part in its resyncs.
const stopNoting = noteLeftBehind()

afterAll(async () => {
  // Code that a screen still loads would otherwise run among the modules of the next file.
  await vi.dynamicImportSettled()
  endLeftBehind()
  stopNoting()
})

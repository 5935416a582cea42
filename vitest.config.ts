import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// A server of one's own, a database and its indexes are made in beforeAll.
const SERVER_START_MS = 60_000

/** One real mongod serves the whole run; `npx vitest run --project api` runs a part of it. */
export default defineConfig({
  test: {
    // Much of a test is waiting, for the store, for sockets and for processes that start: one more at once than there are cores.
    maxWorkers: availableParallelism() + 1,
    globalSetup: './tests/support/mongod.setup.ts',
    // Whatever reads the settings leaves nothing in the working folder.
    env: { SESSION_SECRET: 'only-for-tests', LOG_LEVEL: 'silent' },
    testTimeout: 20_000,
    hookTimeout: SERVER_START_MS,
    restoreMocks: true,
    projects: [
      {
        test: { name: 'unit', include: ['src/{contract,server,realtime}/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}'] },
      },
      {
        test: {
          name: 'client',
          include: ['src/client/**/*.test.{ts,tsx}', 'tests/client/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
        },
      },
      { test: { name: 'api', include: ['tests/api/**/*.test.ts'] } },
      { test: { name: 'realtime', include: ['tests/realtime/**/*.test.ts'] } },
      {
        // Each kills servers and databases and keeps every core busy: nothing else beside it.
        test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], fileParallelism: false, sequence: { groupOrder: 1 }, testTimeout: 240_000 },
      },
    ],
  },
})

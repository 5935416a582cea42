import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// A server of one's own, a database and its indexes are made in beforeAll.
const SERVER_START_MS = 60_000

/** One real mongod serves the whole run; `npx vitest run --project api` runs a part of it. */
export default defineConfig({
  test: {
    // Much of a test is waiting for the store and for sockets: two at once also where there are two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: './tests/support/mongod.setup.ts',
    // Whatever reads the settings leaves nothing in the working folder.
    env: { SESSION_SECRET: 'only-for-tests', LOG_LEVEL: 'silent' },
    testTimeout: 20_000,
    hookTimeout: SERVER_START_MS,
    restoreMocks: true,
    projects: [
      {
        test: { name: 'unit', include: ['src/{contract,server,realtime}/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}'], sequence: { groupOrder: 0 } },
      },
      {
        test: {
          name: 'client',
          include: ['src/client/**/*.test.{ts,tsx}', 'tests/client/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          sequence: { groupOrder: 0 },
        },
      },
      { test: { name: 'api', include: ['tests/api/**/*.test.ts'], sequence: { groupOrder: 1 } } },
      { test: { name: 'realtime', include: ['tests/realtime/**/*.test.ts'], sequence: { groupOrder: 1 } } },
      {
        // Each kills servers and databases and keeps every core busy: nothing else beside it.
        test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], fileParallelism: false, sequence: { groupOrder: 2 }, testTimeout: 240_000 },
      },
    ],
  },
})

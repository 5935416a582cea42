import { afterAll, describe, vi } from 'vitest'
import { closePair } from './support/pair.ts'

// They start processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

// The same two processes for all of them; the first one reads all that is stored.
afterAll(closePair)

describe('Convergence', async () => void (await import('./convergence.cases.ts')))
describe('Rooms', async () => void (await import('./rooms-two-servers.cases.ts')))
describe('Pushes', async () => void (await import('./push-two-servers.cases.ts')))
describe('Visibility', async () => void (await import('./visibility-model.cases.ts')))

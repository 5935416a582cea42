import { describe } from 'vitest'

// The gateway alone, one for all of them.
describe('What comes often', async () => void (await import('./coalescing.cases.ts')))
describe('Payloads', async () => void (await import('./payloads.cases.ts')))
describe('Sets of people', async () => void (await import('./people-sets.cases.ts')))
describe('Who is there', async () => void (await import('./presence-board.cases.ts')))
describe('Recent posts', async () => void (await import('./recent-posts.cases.ts')))
describe('Sessions', async () => void (await import('./session-check.cases.ts')))

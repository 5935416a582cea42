import { describe } from 'vitest'
import { shareServerWith } from '#tests/support/server.ts'

// The real limits. Five accounts may come from the address of the tests: all of them are used, another one needs an address
// of its own.
shareServerWith({ rateLimitFactor: 1 })

describe('Log-ins and registrations', async () => void (await import('./account/auth-limits.cases.ts')))
describe('Recovery', async () => void (await import('./account/recovery-limits.cases.ts')))
describe('Letters of the blog', async () => void (await import('./blog/mails-rate.cases.ts')))
describe('Messages', async () => void (await import('./messages/messages-limits.cases.ts')))
describe('Reports', async () => void (await import('./moderation/reports-limits.cases.ts')))
describe('Posts', async () => void (await import('./posts/posts-limits.cases.ts')))

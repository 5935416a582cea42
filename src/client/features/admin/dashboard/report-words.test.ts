import { expect, test } from 'vitest'
import { dueWords } from './report-words.ts'

const HOUR = 3600_000
const AT = Date.UTC(2026, 0, 1)
const at = (hours: number) => new Date(AT + hours * HOUR).toISOString()
const report = { createdAt: at(0), dueAt: at(24) }

test.each([
  ['just made', { ...report, status: 'pending', closedAt: null }, 0, '24h left of 24h', false],
  ['28 minutes old', { ...report, status: 'pending', closedAt: null }, 28 / 60, '23h 32m left of 24h', false],
  [
    'in its last seconds',
    { ...report, status: 'pending', closedAt: null },
    24 - 1 / 120,
    'under 1m left of 24h',
    false,
  ],
  ['in its last minutes', { ...report, status: 'pending', closedAt: null }, 23.9, '6m left of 24h', false],
  ['forgotten', { ...report, status: 'pending', closedAt: null }, 27, '3h too late', true],
  ['closed in time', { ...report, status: 'resolved', closedAt: at(2) }, 400, 'closed after 2h', false],
  ['closed too late', { ...report, status: 'dismissed', closedAt: at(30) }, 400, 'closed after 30h', true],
] as const)('a report that is %s says how it stands against the promise', (_, given, hours, words, late) => {
  expect(dueWords(given, AT + hours * HOUR)).toEqual({ words, late })
})

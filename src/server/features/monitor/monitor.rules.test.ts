import { describe, expect, it } from 'vitest'
import { healthOf } from '#contract/monitor.constants.ts'
import { describe as described, fingerprintOf, ownFrame } from './fingerprint.ts'
import { redact } from '#server/platform/redact.ts'
import { judgeError } from './monitor-rules.ts'
import { processorTime } from '#tests/support/durations.ts'

const named = (name: string, message: string) => Object.assign(new Error(message), { name })
const judged = (source: 'server' | 'browser' | 'job', error: Error, during = '') => {
  const { type, severity, repairs } = judgeError(source, described(error), during)
  return [type, severity, ...repairs].join(' ')
}

describe('The rules', () => {
  it.each([
    [
      'server',
      named('MongoNetworkError', 'connection 4 to 127.0.0.1:27017 closed'),
      'database CRITICAL store',
    ],
    ['server', named('MongoServerError', 'no such command'), 'database HIGH store'],
    ['server', named('Error', 'Database connectivity failed'), 'database CRITICAL store'],
    ['server', named('Error', 'File upload verification failed'), 'media HIGH folders media'],
    ['server', named('ValidationError', 'fault validation failed'), 'validation LOW'],
    ['server', named('Error', 'ENOSPC: no space left on device, write'), 'storage CRITICAL folders'],
    ['server', named('TypeError', "Cannot read properties of undefined (reading 'seat')"), 'runtime HIGH'],
    ['browser', named('TypeError', "Cannot read properties of undefined (reading 'seat')"), 'runtime MEDIUM'],
    [
      'browser',
      named('TypeError', 'Failed to fetch dynamically imported module: https://x/assets/a.js'),
      'page MEDIUM page',
    ],
    ['server', named('Error', 'read ECONNRESET'), 'network MEDIUM'],
    ['server', named('Error', 'nobody has ever seen this'), 'runtime MEDIUM'],
  ] as const)('judge %s: %s', (source, error, expected) => expect(judged(source, error)).toBe(expected))

  it('use the operation when the message alone says too little', () => {
    expect(judged('job', named('Error', 'timed out'), 'a mail could not be sent')).toBe('mail HIGH mail')
    expect(judged('job', named('Error', 'spawn ffmpeg ENOENT'), 'a video could not be made')).toBe(
      'media HIGH folders media',
    )
  })
})

describe('An error that ends the process', () => {
  it.each([
    [named('ValidationError', 'fault validation failed'), 'runtime CRITICAL'],
    [named('MongoNetworkError', 'connection # closed'), 'database CRITICAL store'],
  ])('%s is critical', (error, expected) =>
    expect(judged('server', error, 'the process ended by it')).toBe(expected),
  )
})

describe('The stored text of a message', () => {
  it.each([
    ['E11000 duplicate key: { email: "ann@people.example" }', 'E# duplicate key: { email: "…" }'],
    ['no mail to ann.b+x@people.example today', 'no mail to [address] today'],
    ['token 9f86d081884c7d659a2feaa0c55ad015 is over', 'token [id] is over'],
    ['id 64b0c0ffee64b0c0ffee64b0 at 12:30', 'id [id] at #:#'],
    [
      "Cannot read properties of undefined (reading 'seat')",
      "Cannot read properties of undefined (reading 'seat')",
    ],
    ["the word 'I never told anybody' is odd", "the word '…' is odd"],
    ["ENOENT: no such file, open '/srv/house/uploads/ab/cd'", "ENOENT: no such file, open '…'"],
    ['failed at https://house.example/reset-password?token=abc', 'failed at [link]'],
    ['connect to mongodb://ann:secret@db.example/house', 'connect to [link]'],
    ['Path `type` is required, `said by nobody` too, `seen`', 'Path `type` is required, `…` too, `seen`'],
    ['   ', 'No words were given'],
  ])('of %j is %j', (message, kept) => expect(redact(message)).toBe(kept))

  it('is computed quickly for any input', () => {
    const pieces = ['a@', "'", '"', '/a', '0a', ' ', '`', 'x-']
    expect(processorTime(() => pieces.forEach((piece) => redact(piece.repeat(500_000))))).toBeLessThan(200)
  })
})

describe('The place of an error', () => {
  it('is the first line of our own code, without its number', () => {
    const stack =
      'Error: x\n    at open (node:fs:1:2)\n    at async Object.copyTo (file:///srv/house/src/server/platform/storage/storage.ts:24:7)\n    at run (file:///srv/house/src/server/main.ts:1:1)'
    expect(ownFrame(stack)).toBe('src/server/platform/storage/storage.ts Object.copyTo')
  })

  it('in a browser is the file without the hash that changes with each build', () => {
    expect(ownFrame('TypeError: x\n    at Kr (https://house.example/assets/posts-D1xV_a-9.js:2:4711)')).toBe(
      'assets/posts.js Kr',
    )
    expect(ownFrame('Kr@https://house.example/assets/posts-D1xV_a-9.js:2:4711')).toBe('assets/posts.js Kr')
  })

  it('is unknown without a line of our own code', () =>
    expect(ownFrame('Error: x\n    at open (node:fs:1:2)')).toBeNull())
})

describe('A fingerprint', () => {
  const at = (line: number) => `Error: x\n    at sit (file:///srv/src/server/features/seats.ts:${line}:3)`
  const print = (message: string, line = 1) =>
    fingerprintOf('server runtime', described(Object.assign(new Error(message), { stack: at(line) })))

  it('is the same for other numbers, ids and lines', () =>
    expect(print('seat 4 of 64b0c0ffee64b0c0ffee64b0', 10)).toBe(
      print('seat 12 of 64b0c0ffee64b0c0ffee64b1', 99),
    ))
  it('differs for other words', () => expect(print('no seat')).not.toBe(print('no paper')))
})

it('[9] Health is 100 minus the share of unresolved errors, of at least one', () => {
  expect(
    [
      [0, 0],
      [4, 1],
      [3, 1],
      [2, 2],
    ].map(([total, unresolved]) => healthOf({ total: total!, unresolved: unresolved! })),
  ).toEqual([100, 75, 67, 0])
})

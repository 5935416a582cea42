import mongoose from 'mongoose'
import { expect, it, onTestFinished, vi } from 'vitest'
import { beginOutage, endOutage, isNewWarning, isStoreOutage, recordOutage } from './store-outage.ts'

const { mongo } = mongoose
const said = (code: number) => new mongo.MongoServerError({ message: 'x', code })
const labelled = (label: string) => {
  const error = new mongo.MongoServerError({ message: 'x', code: 112 })
  error.addErrorLabel(label)
  return error
}

/** As Node makes it; `by` is whose function wrote to the socket. */
const socketError = (by: string) =>
  Object.assign(new Error('This socket has been ended by the other party'), {
    code: 'EPIPE',
    stack: `Error: This socket has been ended by the other party\n    at Socket.writeAfterFIN [as write] (node:net:857:14)\n    at ${by}`,
  })

it.each([
  ['no connection', new mongo.MongoNetworkError('connection 4 to 127.0.0.1:27017 closed')],
  [
    'a connection that closes while a command is written',
    socketError('Connection.writeCommand (/app/node_modules/mongodb/lib/cmap/connection.js:408:29)'),
  ],
  ['a connection that is silent', new mongo.MongoNetworkTimeoutError('connection timed out')],
  ['nobody to select', new mongoose.Error.MongooseServerSelectionError('no primary')],
  ['a session that ran out', new mongo.MongoExpiredSessionError()],
  ['a topology that is closed', new mongo.MongoTopologyClosedError()],
  ['a primary that stepped down', said(189)],
  ['a server that is no primary', said(10107)],
  ['a shutdown', said(11600)],
  ['a full disk', said(14031)],
  ['a transaction whose retries are used up', labelled('TransientTransactionError')],
  ['a commit of which nothing is known', labelled('UnknownTransactionCommitResult')],
  ['a write whose retries are used up', labelled('RetryableWriteError')],
  [
    'mongoose that waited for a connection',
    new mongoose.Error('Operation `users.findOne()` buffering timed out after 5000ms'),
  ],
  [
    'a connection that closes during a bulk write',
    new mongo.MongoBulkWriteError(
      new mongo.MongoNetworkError('connection 54 to 127.0.0.1:27017 closed') as never,
      {} as never,
    ),
  ],
  [
    'one of these among several errors',
    new AggregateError([new Error('x'), new mongo.MongoNetworkError('closed')], 'Some failed'),
  ],
  [
    'one of these as the cause of another error',
    new Error('the session could not be read', { cause: new mongo.MongoNetworkError('closed') }),
  ],
])('%s is an outage: the same request may succeed later', (_, error) => {
  expect(isStoreOutage(error)).toBe(true)
})

it.each([
  ['a duplicate key', said(11000)],
  ['a command that is wrong', said(59)],
  ['a document that is not valid', new mongoose.Error.ValidationError()],
  ['the same number from somebody else', Object.assign(new Error('x'), { code: 91 })],
  [
    "somebody else's socket",
    socketError('Mailer.send (/app/node_modules/nodemailer/lib/smtp-connection/index.js:1:1)'),
  ],
  ['a fault of ours', new TypeError('x is not a function')],
  ['no error at all', 'MongoNetworkError'],
])('%s is not an outage', (_, error) => {
  expect(isStoreOutage(error)).toBe(false)
})

it('an outage is logged once, with a failure that comes before its notice, and its end says how much was not', () => {
  vi.useFakeTimers({ now: 1_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const later = (ms: number) => vi.advanceTimersByTime(ms)
  expect(recordOutage()).toEqual({ unlogged: 0 })
  later(10)
  expect(recordOutage()).toBeNull()
  beginOutage(performance.now() - 1_000)
  later(3_600_000)
  expect(recordOutage(), 'still the same outage').toBeNull()
  expect(isNewWarning('one place')).toBe(true)
  later(3_600_000)
  expect(isNewWarning('one place')).toBe(false)
  expect(isNewWarning('another place')).toBe(true)
  expect(endOutage()).toBe(2)
  const ended = performance.now()
  later(10_000)
  expect(recordOutage(), 'its aftermath').toBeNull()
  expect(isNewWarning('one place')).toBe(false)
  beginOutage(ended)
  expect(recordOutage(), 'a new outage').toEqual({ unlogged: 1 })
  expect(isNewWarning('one place')).toBe(true)
  expect(endOutage()).toBe(0)
})

it('failures without an outage are logged each half a minute', () => {
  vi.useFakeTimers({ now: 2_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  // Long after the test before.
  vi.advanceTimersByTime(24 * 3_600_000)
  expect(recordOutage()).not.toBeNull()
  vi.advanceTimersByTime(29_000)
  expect(recordOutage()).toBeNull()
  vi.advanceTimersByTime(2_000)
  expect(recordOutage()).toEqual({ unlogged: 1 })
})

import { expect, test } from 'vitest'
import { MINUTE } from '#server/platform/durations.ts'
import { quietFor } from './push-settings.service.ts'

const night = { from: '22:30', to: '07:00', timeZone: 'Europe/Berlin' }
const at = (time: string) => new Date(`2026-01-15T${time}Z`)

test('quiet hours are those of the time zone, over midnight as well', () => {
  expect(quietFor(night, at('21:29:59.000'))).toBe(0)
  expect(quietFor(night, at('21:30:00.000'))).toBe(8.5 * 60 * MINUTE)
  expect(quietFor(night, at('23:30:20.500'))).toBe(6.5 * 60 * MINUTE - 20_500)
  expect(quietFor(night, at('05:59:59.000'))).toBe(1_000)
  expect(quietFor(night, at('06:00:00.000'))).toBe(0)
})

test('summer and winter time are distinguished', () => {
  expect(quietFor(night, new Date('2026-07-15T20:30:00Z'))).toBe(8.5 * 60 * MINUTE)
  expect(quietFor(night, new Date('2026-07-15T05:00:00Z'))).toBe(0)
})

test('hours within a day, none, and hours that begin when they end', () => {
  const noon = { from: '12:00', to: '13:00', timeZone: 'Pacific/Kiritimati' }
  expect(quietFor(noon, at('22:15:00.000'))).toBe(45 * MINUTE)
  expect(quietFor(noon, at('12:15:00.000'))).toBe(0)
  expect(quietFor(null, at('12:15:00.000'))).toBe(0)
  expect(quietFor({ ...noon, to: '12:00' }, at('22:00:00.000'))).toBe(0)
})

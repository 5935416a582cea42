import { describe, expect, it } from 'vitest'
import { changeWords, queryOf, searchOf, timesOf, toggled } from './report-query.ts'

const read = (search: string) => queryOf(new URLSearchParams(search))

describe('The address of a report', () => {
  it.each([
    'range=live',
    'range=30d&page=%2F&country=DE&device=mobile&source=news.example',
    'range=own&from=2026-11-01&to=2026-11-20&page=%2Fp%2F1',
  ])('%s is read and written as it is', (search) => expect(searchOf(read(search))).toBe(search))

  it.each(['', 'range=century', 'range=own', 'range=own&from=2026-11-01'])(
    '%j is that of seven days',
    (search) => expect(read(search)).toEqual({ range: '7d' }),
  )
})

it('A click on a row filters by it, and a second one does no more', () => {
  const once = toggled({ range: 'today', device: 'mobile' }, 'page', '/')
  expect(once).toEqual({ range: 'today', device: 'mobile', page: '/' })
  expect(toggled(once, 'page', '/feed')).toMatchObject({ page: '/feed' })
  expect(toggled(once, 'page', '/')).toEqual({ range: 'today', device: 'mobile' })
})

it('Times are in UTC', () => {
  const day = { from: '2026-11-24T00:00:00.000Z', to: '2026-11-24T03:00:00.000Z' }
  expect(timesOf({ span: 'hour', ...day })).toEqual(['00:00', '01:00', '02:00'])
  expect(timesOf({ span: 'day', from: '2026-11-23T00:00:00.000Z', to: '2026-11-25T00:00:00.000Z' })).toEqual([
    '23 Nov',
    '24 Nov',
  ])
})

it('A change has its sign', () => {
  expect([12.5, -3, 0].map(changeWords)).toEqual(['+12.5\u{A0}%', '\u{2212}3\u{A0}%', '\u{B1}0\u{A0}%'])
})

import { expect, it } from 'vitest'
import { averageShares, percent, stepShares } from './shares.ts'

const cohort = (...people: number[]) => ({ week: '2026-11-23T00:00:00.000Z', people })

it('The average of a week is that of all people, without the running week', () => {
  const cohorts = [cohort(50), cohort(10, 9), cohort(10, 5, 4), cohort(30, 3, 6, 1)]
  expect(averageShares(cohorts)).toEqual([8 / 40, 6 / 30, null])
  expect(averageShares([cohort(5)])).toEqual([])
  expect(averageShares([cohort(0, 0, 0)])).toEqual([null, null])
})

it('A step has its share of the first step and of the one before', () => {
  expect(stepShares({ reached: [40, 10, 5] })).toEqual([
    { ofAll: 1, ofBefore: null },
    { ofAll: 0.25, ofBefore: 0.25 },
    { ofAll: 0.125, ofBefore: 0.5 },
  ])
  expect(stepShares({ reached: [0, 0] })).toEqual([
    { ofAll: null, ofBefore: null },
    { ofAll: null, ofBefore: null },
  ])
})

it('Shares are written in per cent with one decimal', () => {
  expect([0, 1 / 3, 1].map(percent)).toEqual(['0\u{A0}%', '33.3\u{A0}%', '100\u{A0}%'])
})

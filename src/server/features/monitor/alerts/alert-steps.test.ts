import { describe, expect, it } from 'vitest'
import type { AlertRule } from '#contract/monitor.alerts.constants.ts'
import { CALM_AFTER, step, type RuleState } from './alert-steps.ts'

const QUIET: RuleState = { open: false, high: 0, calm: 0 }

/** Whether the alert is open after each of these figures. */
function course(rule: AlertRule, threshold: number, values: readonly number[], usual = 0): boolean[] {
  let state = QUIET
  return values.map((value) => (state = step(state, rule, threshold, { value, usual, detail: '' })).open)
}

describe('[L47] A rule', () => {
  it('of what is counted opens its alert at once, at its threshold', () => {
    expect(course('crash', 1, [0, 1])).toEqual([false, true])
    expect(course('reports', 20, [19, 20])).toEqual([false, true])
  })

  it('of what is measured needs two rounds in a row', () => {
    expect(course('queue', 300, [300, 299, 300, 300])).toEqual([false, false, false, true])
  })

  it('resolves its alert after four calm rounds in a row', () => {
    const calm = Array.from({ length: CALM_AFTER }, () => 0)
    expect(course('crash', 1, [1, ...calm])).toEqual([true, true, true, true, false])
    expect(course('crash', 1, [1, 0, 0, 0, 1, ...calm])).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ])
  })

  it('does not flap around its threshold: below it is not yet calm', () => {
    const around = Array.from({ length: 40 }, (_, at) => (at % 2 ? 290 : 310))
    expect(course('queue', 300, [310, 310, ...around]).slice(1)).not.toContain(false)
    expect(course('queue', 300, [310, 310, 239, 239, 239, 239]).at(-1)).toBe(false)
    expect(course('queue', 300, [310, 310, 241, 241, 241, 241]).at(-1)).toBe(true)
  })

  it('of a spike opens only well above the usual', () => {
    expect(course('signUps', 50, [60, 199, 200], 50)).toEqual([false, false, true])
    expect(course('signUps', 50, [60], 0)).toEqual([true])
  })

  it('of a spike stays open while its figure is above the threshold, however usual that has become', () => {
    let state = step(QUIET, 'signUps', 50, { value: 60, usual: 0, detail: '' })
    for (let round = 0; round < 10; round += 1)
      state = step(state, 'signUps', 50, { value: 60, usual: 60, detail: '' })
    expect(state.open).toBe(true)
  })
})

import { writeSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { runStage, STAGES, type Part } from './parts.ts'

const part = (name: string, run: Part['run']): Part => ({
  names: [name],
  title: `Tests of ${name}`,
  needsTools: false,
  run,
})
const passed = (count: number) => ({ passed: count, failed: 0, failures: [] })

test('the parts of a stage run at the same time, and their figures are added', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const second = Promise.withResolvers<void>()
  const stage = [
    part('first', async () => {
      await second.promise
      return passed(2)
    }),
    part('second', () => {
      second.resolve()
      return Promise.resolve({ passed: 1, failed: 1, failures: ['it fails'] })
    }),
  ]
  expect(await runStage(stage, () => true)).toEqual({ passed: 3, failed: 1, failures: ['it fails'] })
})

test('the output of the second part is printed in one piece when it ends, also when it throws', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const stage = [
    part('first', (_, output) => Promise.resolve(passed(output === 'inherit' ? 1 : 0))),
    part('second', (_, output) => {
      if (typeof output === 'number') writeSync(output, 'a line of the second part\n')
      return Promise.reject(new Error('it ended'))
    }),
  ]
  await expect(runStage(stage, () => true)).rejects.toThrow('it ended')
  expect(log.mock.calls.flat().join('\n')).toContain('a line of the second part')
})

test('a part runs only with the names that were asked for', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const run = vi.fn<Part['run']>().mockResolvedValue(passed(1))
  const both = { ...part('first', run), names: ['one', 'two'] }
  await runStage([both, part('other', run)], (name) => name === 'two')
  expect(run.mock.calls).toEqual([[['two'], 'inherit']])
})

test('every name belongs to one part', () => {
  const names = STAGES.flat().flatMap((one) => one.names)
  expect(new Set(names).size).toBe(names.length)
})

import { describe, expect, it } from 'vitest'
import { PUZZLE_COLOURS } from '#contract/account.puzzle.ts'
import { comparable, makePuzzle } from './puzzle.service.ts'

/** A thousand puzzles, always the same ones. */
const puzzles = (() => {
  let state = 7
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  return Array.from({ length: 1_000 }, () => makePuzzle(random))
})()
const sums = puzzles.filter((puzzle) => puzzle.kind === 'sum')
const colours = puzzles.filter((puzzle) => puzzle.kind === 'colour')

const solve = (question: string): number => {
  const [, a, sign, b] = /^What is (\d+) ([-+x]) (\d+)\?$/.exec(question) ?? []
  const [first, second] = [Number(a), Number(b)]
  expect(Math.min(first, second)).toBeGreaterThanOrEqual(1)
  expect(Math.max(first, second)).toBeLessThanOrEqual(10)
  return sign === '+' ? first + second : sign === '-' ? first - second : first * second
}

describe('A puzzle', () => {
  it('is a sum or a colour, one as often as the other', () => {
    expect(sums.length).toBeGreaterThan(400)
    expect(colours.length).toBeGreaterThan(400)
  })

  it('that is a sum takes numbers from 1 to 10 and +, - or x, and has the right answer', () => {
    for (const { question, answer } of sums) expect(String(solve(question))).toBe(answer)
    for (const sign of ['+', '-', 'x'])
      expect(sums.some(({ question }) => question.includes(` ${sign} `))).toBe(true)
  })

  it('that is a sum offers 4 different numbers, and the right one at any place', () => {
    for (const { answer, options } of sums) {
      expect(new Set(options).size).toBe(4)
      expect(options).toContain(answer)
      expect(Math.min(...options.map(Number))).toBeGreaterThanOrEqual(0)
    }
    const places = sums.map(({ answer, options }) => options.indexOf(answer))
    for (const place of [0, 1, 2, 3])
      expect(places.filter((one) => one === place).length).toBeGreaterThan(sums.length / 6)
  })

  it('that subtracts takes the smaller from the larger', () => {
    for (const { question } of sums.filter(({ question }) => question.includes(' - ')))
      expect(solve(question)).toBeGreaterThanOrEqual(0)
  })

  it('that asks for a colour offers 4 different ones of 6, and the one it asks for', () => {
    for (const { question, answer, options } of colours) {
      expect(new Set(options).size).toBe(4)
      expect(options).toContain(answer)
      expect(question).toBe(`Click on the ${answer}`)
    }
    expect(new Set(colours.map(({ answer }) => answer))).toEqual(new Set(PUZZLE_COLOURS))
  })

  it('compares answers trimmed and without regard to case', () => {
    expect(comparable('  RED ')).toBe('red')
  })
})

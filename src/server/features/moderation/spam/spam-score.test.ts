import { describe, expect, test } from 'vitest'
import { judge, judgeUnconfirmed, type Evidence } from './spam-score.ts'
import { processorTime } from '#tests/support/durations.ts'

const DAY = 24 * 3600_000
const evidence = (more: Partial<Evidence>): Evidence => ({
  kind: 'post',
  text: 'The lid was up again this morning.',
  repeats: 0,
  pace: 0,
  receivers: 0,
  others: 0,
  accountAge: 30 * DAY,
  ...more,
})
const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://cheap.example/${index}`).join(' ')
const mentions = (count: number) => Array.from({ length: count }, (_, index) => `@person_${index}`).join(' ')

describe('Nobody is stopped for', () => {
  test.each<[string, Partial<Evidence>]>([
    ['an ordinary post', {}],
    ['a first post', { accountAge: 60_000 }],
    [
      'a first post with a link',
      { accountAge: 60_000, text: 'My shop for brushes: https://brushes.example' },
    ],
    ['two links', { text: `Compare these yourselves: ${links(2)}` }],
    ['saying the same twice', { repeats: 1 }],
    ['saying ok to everybody', { kind: 'message', text: 'ok', receivers: 50 }],
    ['a quick chat', { kind: 'message', pace: 60 }],
    ['repeating oneself in a chat', { kind: 'message', repeats: 50 }],
    ['inviting three strangers', { kind: 'message', receivers: 2 }],
    ['writing what another new account has written', { others: 1, accountAge: 60_000 }],
    ['writing what many new accounts have written, after a week here', { others: 20, accountAge: 8 * DAY }],
    ['ten comments in a minute', { kind: 'comment', pace: 10 }],
    ['calling six friends', { text: `Look at this ${mentions(6)}` }],
    ['a text of signs alone', { text: '!!! ??? ...' }],
    ['an address without words by somebody known', { text: 'https://example.org' }],
  ])('%s', (_, more) => expect(judge(evidence(more)).verdict).toBe('fine'))
})

describe('Somebody has to look at', () => {
  test.each<[string, Partial<Evidence>]>([
    ['five links', { text: `Buy here ${links(5)} my friends` }],
    ['nothing but three links', { text: links(3) }],
    ['the same a fourth time', { repeats: 3 }],
    ['the same a third time by a new account', { repeats: 2, accountAge: 60_000 }],
    ['twenty posts in a minute', { pace: 20 }],
    ['twelve posts in a minute by an account of today', { pace: 12, accountAge: 3600_000 / 2 }],
    ['what two other new accounts have written, by a third', { others: 2, accountAge: 60_000 }],
    [
      'the link of another new account',
      { text: 'The best brushes of all: https://brushes.example', others: 1, accountAge: 60_000 },
    ],
    ['what four new accounts have written, by one of some days', { others: 4, accountAge: 3 * DAY }],
    ['the same to a fourth stranger', { kind: 'message', receivers: 3 }],
    [
      'three links by a new account',
      { text: `Buy here, my friends, before it is gone: ${links(3)}`, accountAge: 60_000 },
    ],
    ['calling ten people as a new account', { text: `Look ${mentions(10)}`, accountAge: 60_000 }],
  ])('%s', (_, more) => expect(judge(evidence(more)).verdict).toBe('held'))
})

describe('Nobody has to look at', () => {
  test.each<[string, Partial<Evidence>]>([
    ['the same a seventh time', { repeats: 6 }],
    ['the same to a seventh stranger', { kind: 'message', receivers: 6 }],
    ['the advert of eight new accounts', { others: 8, accountAge: 60_000 }],
    ['five links again and again by a new account', { text: links(5), repeats: 2, accountAge: 60_000 }],
    ['a link to twenty people, quickly', { text: `https://cheap.example ${mentions(20)}`, pace: 12 }],
  ])('%s', (_, more) => expect(judge(evidence(more)).verdict).toBe('refused'))
})

describe('Of somebody who has not confirmed their address', () => {
  test.each<[string, Partial<Evidence>, string]>([
    ['an ordinary post is published', {}, 'fine'],
    ['the same a second time is published, as of a newcomer', { repeats: 1 }, 'fine'],
    ['the same a third time is held, as of a newcomer', { repeats: 2 }, 'held'],
    [
      'what is held of everybody is held, though it is refused of a newcomer',
      { text: links(3), repeats: 1 },
      'held',
    ],
    ['what is refused of everybody is refused', { repeats: 6 }, 'refused'],
  ])('%s', (_, more, verdict) => expect(judgeUnconfirmed(evidence(more)).verdict).toBe(verdict))
})

test('the signs say what counted, and add up', () => {
  const { score, signs } = judge(evidence({ text: links(3), repeats: 1, accountAge: 60_000 }))
  expect(signs).toEqual([
    { sign: 'links', points: 40 },
    { sign: 'nothing but links', points: 20 },
    { sign: 'repetition', points: 15 },
    { sign: 'new account', points: 25 },
  ])
  expect(score).toBe(100)
})

test('a new account alone speaks for nothing', () =>
  expect(judge(evidence({ accountAge: 0 }))).toEqual({ score: 0, signs: [], verdict: 'fine' }))

test('a hostile text takes no time', () => {
  const texts = ['https://'.repeat(10_000), '@'.repeat(50_000), ' @a'.repeat(20_000), 'www.'.repeat(10_000)]
  expect(processorTime(() => texts.forEach((text) => judge(evidence({ text }))))).toBeLessThan(300)
})

import { describe, expect, test } from 'vitest'
import { DAY } from '#server/platform/durations.ts'
import { judgeWriting, judgeUnconfirmed, type Evidence } from './spam-score.ts'
import { processorTime } from '#tests/support/durations.ts'

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

describe('The spam protection publishes', () => {
  test.each<[string, Partial<Evidence>]>([
    ['an ordinary post', {}],
    ['a first post', { accountAge: 60_000 }],
    [
      'a first post with a link',
      { accountAge: 60_000, text: 'My shop for brushes: https://brushes.example' },
    ],
    ['two links', { text: `Compare these yourselves: ${links(2)}` }],
    ['the same text twice', { repeats: 1 }],
    ["'ok' to everybody", { kind: 'message', text: 'ok', receivers: 50 }],
    ['a quick chat', { kind: 'message', pace: 60 }],
    ['a repeated message in a chat', { kind: 'message', repeats: 50 }],
    ['the same message to three strangers', { kind: 'message', receivers: 2 }],
    ['the text of another new account', { others: 1, accountAge: 60_000 }],
    ['the text of many new accounts by an account of a week', { others: 20, accountAge: 8 * DAY }],
    ['ten comments in a minute', { kind: 'comment', pace: 10 }],
    ['a mention of six friends', { text: `Look at this ${mentions(6)}` }],
    ['a text of punctuation only', { text: '!!! ??? ...' }],
    ['an address without words by an old account', { text: 'https://example.org' }],
  ])('%s', (_, more) => expect(judgeWriting(evidence(more)).verdict).toBe('fine'))
})

describe('The spam protection queues for review', () => {
  test.each<[string, Partial<Evidence>]>([
    ['five links', { text: `Buy here ${links(5)} my friends` }],
    ['nothing but three links', { text: links(3) }],
    ['the same a fourth time', { repeats: 3 }],
    ['the same a third time by a new account', { repeats: 2, accountAge: 60_000 }],
    ['twenty posts in a minute', { pace: 20 }],
    ['twelve posts in a minute by an account of half an hour', { pace: 12, accountAge: 3600_000 / 2 }],
    ['the text of two other new accounts by a third one', { others: 2, accountAge: 60_000 }],
    [
      'the link of another new account',
      { text: 'The best brushes of all: https://brushes.example', others: 1, accountAge: 60_000 },
    ],
    ['the text of four new accounts by one of three days', { others: 4, accountAge: 3 * DAY }],
    ['the same to a fourth stranger', { kind: 'message', receivers: 3 }],
    [
      'three links by a new account',
      { text: `Buy here, my friends, before it is gone: ${links(3)}`, accountAge: 60_000 },
    ],
    ['a mention of ten people by a new account', { text: `Look ${mentions(10)}`, accountAge: 60_000 }],
  ])('%s', (_, more) => expect(judgeWriting(evidence(more)).verdict).toBe('held'))
})

describe('The spam protection refuses', () => {
  test.each<[string, Partial<Evidence>]>([
    ['the same a seventh time', { repeats: 6 }],
    ['the same to a seventh stranger', { kind: 'message', receivers: 6 }],
    ['the advert of eight new accounts', { others: 8, accountAge: 60_000 }],
    ['five links again and again by a new account', { text: links(5), repeats: 2, accountAge: 60_000 }],
    ['a link to twenty people, quickly', { text: `https://cheap.example ${mentions(20)}`, pace: 12 }],
  ])('%s', (_, more) => expect(judgeWriting(evidence(more)).verdict).toBe('refused'))
})

describe('Of an account with an unconfirmed address', () => {
  test.each<[string, Partial<Evidence>, string]>([
    ['an ordinary post is published', {}, 'fine'],
    ['a repeated text is published, as of a new account', { repeats: 1 }, 'fine'],
    ['a text sent a third time is queued, as of a new account', { repeats: 2 }, 'held'],
    [
      'a text that is queued for everybody is queued, although it is refused for a new account',
      { text: links(3), repeats: 1 },
      'held',
    ],
    ['a text that is refused for everybody is refused', { repeats: 6 }, 'refused'],
  ])('%s', (_, more, verdict) => expect(judgeUnconfirmed(evidence(more)).verdict).toBe(verdict))
})

test('the signs name what counted, and add up to the score', () => {
  const { score, signs } = judgeWriting(evidence({ text: links(3), repeats: 1, accountAge: 60_000 }))
  expect(signs).toEqual([
    { sign: 'links', points: 40 },
    { sign: 'nothing but links', points: 20 },
    { sign: 'repetition', points: 15 },
    { sign: 'new account', points: 25 },
  ])
  expect(score).toBe(100)
})

test('a new account alone has no score', () =>
  expect(judgeWriting(evidence({ accountAge: 0 }))).toEqual({ score: 0, signs: [], verdict: 'fine' }))

test('a hostile text is scored quickly', () => {
  const texts = ['https://'.repeat(10_000), '@'.repeat(50_000), ' @a'.repeat(20_000), 'www.'.repeat(10_000)]
  expect(processorTime(() => texts.forEach((text) => judgeWriting(evidence({ text }))))).toBeLessThan(300)
})

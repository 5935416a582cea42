import { describe, expect, it } from 'vitest'
import { countryOf } from './countries.ts'
import { describeVisitor } from './visitors.ts'
import { processorTime } from '#tests/support/durations.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Mobile/15E148 Safari/604.1'
const TELEVISION =
  'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/6.0 TV Safari/538.1'
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const visitor = (userAgent: string, more: { address?: string; userId?: string } = {}) =>
  describeVisitor({ address: more.address ?? '8.8.8.8', userAgent, userId: more.userId ?? null })

describe('The country of an address', () => {
  it.each([
    ['8.8.8.8', 'US'],
    ['217.0.0.1', 'DE'],
    ['::ffff:217.0.0.1', 'DE'],
    ['2001:4860:4860::8888', 'US'],
  ])('%s is %s', (address, country) => expect(countryOf(address)).toBe(country))

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '::ffff:192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
    '::1',
    'fd00::1',
    'fe80::1',
    '',
    'unknown',
    '999.1.1.1',
  ])('%s is unknown', (address) => expect(countryOf(address)).toBe('Unknown'))
})

describe('A visitor', () => {
  it("has the browser's kind of device", () => {
    expect([CHROME, IPHONE, IPAD, TELEVISION].map((userAgent) => visitor(userAgent)?.device)).toEqual([
      'desktop',
      'mobile',
      'tablet',
      'desktop',
    ])
  })

  it('is the same one in the same browser at the same address, and another one otherwise', () => {
    const key = visitor(CHROME)?.key
    expect(visitor(CHROME)?.key).toBe(key)
    expect(visitor(IPHONE)?.key).not.toBe(key)
    expect(visitor(CHROME, { address: '8.8.4.4' })?.key).not.toBe(key)
  })

  it('is one person in all browsers when signed in', () => {
    const keys = [
      visitor(CHROME, { userId: 'a' }),
      visitor(IPHONE, { userId: 'a', address: '217.0.0.1' }),
    ].map((one) => one?.key)
    expect(new Set(keys).size).toBe(1)
    expect(visitor(CHROME, { userId: 'b' })?.key).not.toBe(keys[0])
  })

  it('is not a bot, and not an empty user agent', () => {
    expect([GOOGLEBOT, '', 'curl/8.0', 'python-requests/2'].map((userAgent) => visitor(userAgent))).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(visitor(GOOGLEBOT, { userId: 'a' })).not.toBeNull()
  })

  it('is described quickly, however long its user agent is', () => {
    const agents = [`Mozilla/5.0 ${'('.repeat(50_000)}`, `Mozilla/5.0 (${' '.repeat(50_000)}`]
    expect(processorTime(() => agents.forEach((agent) => visitor(agent)))).toBeLessThan(500)
  })
})

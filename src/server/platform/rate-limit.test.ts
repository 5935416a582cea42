import { describe, expect, test } from 'vitest'
import { networkOf } from './address.ts'
import { rateLimit } from './rate-limit.ts'

const refusal = { status: 429 }

describe('A limit of networks', () => {
  test('counts an IPv6 /64, and its /48 ten times as far', async () => {
    const limit = rateLimit('test-networks', 2, 60)
    const of = (household: number) => networkOf(`2001:db8:1:${household.toString(16)}::5`)
    for (let household = 0; household < 10; household++)
      for (let attempt = 0; attempt < 2; attempt++) await limit.consume(of(household))
    await expect(limit.consume(of(0))).rejects.toMatchObject(refusal)
    await expect(limit.consume(of(77))).rejects.toMatchObject(refusal)
    // Another site, and an IPv4 address, have their own.
    await limit.consume(networkOf('2001:db8:2::5'))
    await limit.consume(networkOf('192.0.2.7'))
  })

  test('counts other keys for themselves alone', async () => {
    const limit = rateLimit('test-people', 1, 60)
    for (let person = 0; person < 30; person++) await limit.consume(`person-${person}`)
    await expect(limit.consume('person-0')).rejects.toMatchObject(refusal)
  })
})

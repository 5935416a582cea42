// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { attemptDone, attemptFor } from '#client/features/writing/idempotency-key.ts'
import { shortText } from '#client/features/posts/card/PostBody.tsx'
import { cutText, withoutFloods } from '#contract/text.ts'
import { NETWORKS, postLink, shareText } from '#client/features/posts/card/share-links.ts'
import { makePost } from './support/make-post.ts'

describe('A text that is too long for its card', () => {
  it('is shown whole up to 280 characters', () => {
    expect(shortText('x'.repeat(280))).toBeNull()
    expect(shortText('x'.repeat(281))).not.toBeNull()
  })
  it('ends at a space if one is near', () => {
    expect(shortText(`${'word '.repeat(60)}end`)).toMatch(/word…$/)
  })
  it('is cut within a very long word', () => {
    expect(shortText('x'.repeat(400))).toHaveLength(280)
  })
  it('is never cut inside a character', () => {
    const family = '👨‍👩‍👧‍👦'
    const short = shortText(`${'x'.repeat(275)}${family.repeat(20)}`)!
    expect(short.isWellFormed()).toBe(true)
    expect(short).toBe(`${'x'.repeat(275)}…`)
  })
  it('is cut after twelve lines, and blank lines are no more than two together', () => {
    const lines = (many: number, line: string) => Array.from({ length: many }, () => line).join('\n')
    expect(shortText(lines(12, 'x'))).toBeNull()
    expect(shortText(lines(13, 'x'))).toBe(`${lines(12, 'x')}…`)
    expect(shortText(`one${'\n'.repeat(250)}two`)).toBeNull()
    expect(withoutFloods(`one${'\n\u200b \n\u2800'.repeat(100)}\ntwo\n\n`)).toBe('one\n\u200b \n\u2800\ntwo')
    expect(withoutFloods('a\n\nb\n\n\nc')).toBe('a\n\nb\n\n\nc')
  })
  it('respects another limit', () => {
    expect(cutText('short', 120)).toBe('short')
    expect(cutText('x'.repeat(300), 120).length).toBeLessThanOrEqual(120)
  })
})

describe('Sharing a post', () => {
  const post = makePost(7, { text: `line one\n${'and on it goes '.repeat(20)}` })

  it('offers four networks, each with the link', () => {
    expect(NETWORKS).toHaveLength(4)
    for (const { address } of NETWORKS) {
      const url = new URL(address(postLink(post), shareText(post)))
      expect(url.protocol).toBe('https:')
      expect([...url.searchParams.values()].join(' ')).toContain(`/post/${post.id}`)
    }
  })
  it('has a text of at most 120 characters on one line', () => {
    expect(shareText(post).length).toBeLessThanOrEqual(120)
    expect(shareText(post)).not.toContain('\n')
  })
})

describe('L5: the id of a sent text', () => {
  beforeEach(() => localStorage.clear())

  it('is the same for the same text, after a reload too', () => {
    expect(attemptFor('k', 'hello').clientId).toBe(attemptFor('k', 'hello').clientId)
  })
  it('is another one for another text', () => {
    expect(attemptFor('k', 'hello').clientId).not.toBe(attemptFor('k', 'hello!').clientId)
  })
  it('is another one for the same text after it has arrived', () => {
    const { clientId } = attemptFor('k', 'hello')
    attemptDone('k', 'hello')
    expect(attemptFor('k', 'hello').clientId).not.toBe(clientId)
  })
  it('stays the same when another text that was sent after it has arrived', () => {
    const { clientId } = attemptFor('k', 'lost answer')
    attemptFor('k', 'slow')
    attemptDone('k', 'slow')
    expect(attemptFor('k', 'lost answer').clientId).toBe(clientId)
  })
})

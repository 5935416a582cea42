import { describe, expect, it } from 'vitest'
import { afterSignUp, nextPath, reasonFor } from './next-path.ts'

const ORIGIN = 'https://royalflush.example'

describe('After the log-in', () => {
  it.each(['/messages', '/messages?user=0123', '/settings#danger', '/u/ann'])(
    'one goes on to %s, a path of our own',
    (path) => {
      expect(nextPath(path, ORIGIN)).toBe(path)
    },
  )

  it.each([
    ['nothing', null],
    ['an empty wish', ''],
    ['another site', 'https://evil.example/'],
    ['another site without a scheme', '//evil.example/'],
    ['another site behind a backslash', '/\\evil.example/'],
    ['another site behind a tab', '/\t/evil.example/'],
    ['another site behind a line break', '/\n/evil.example'],
    ['a path that climbs to another site', '/..//evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a relative path', 'messages'],
    ['the log-in itself', '/login?next=/login'],
    ['the registration', '/register'],
  ])('%s leads home', (_, next) => {
    expect(nextPath(next, ORIGIN)).toBe('/')
  })
})

describe('After the sign-up', () => {
  it('the profile follows when no page was asked for', () => {
    expect(afterSignUp(null)).toBe('/profile')
  })
})

describe('A page that needs an account', () => {
  it('is named with the reason', () => {
    expect(reasonFor('/messages?user=0123')).toBe('You need an account to send messages.')
    expect(reasonFor('/privacy-settings')).toBe('You need an account to change settings.')
  })

  it.each([null, '/', '/p/0123', '/constructor', '//evil.example'])('%s needs no reason', (next) => {
    expect(reasonFor(next)).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { initialsOf } from './Avatar.tsx'

const plain = (name: string) => initialsOf(name).replaceAll('\u200c', '')

describe('Initials', () => {
  it.each([
    ['Ada', 'A'],
    ['Sir Flush', 'SF'],
    ['Jean-Baptiste de la Poquelin', 'JP'],
    ['łukasz żółw', 'ŁŻ'],
    ['👑 King', 'K'],
    ['👑', '👑'],
    ['👩🏽‍🚀 🚽', '👩🏽‍🚀🚽'],
    ['   ', ''],
    ['é́̂vil Ünder', 'É́̂Ü'],
  ])('of %s are %s', (name, initials) => {
    expect(plain(name)).toBe(initials.normalize())
  })

  it('do not join Arabic letters', () => {
    expect(initialsOf('مريم الملكة')).toBe('م\u200cا')
  })
})

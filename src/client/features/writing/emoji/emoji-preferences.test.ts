// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { browserStorage } from '#client/ui/storage.ts'
import { storeRecent, storeTone, emojiPreferences } from './emoji-preferences.ts'

const used = (...all: string[]) => all.forEach((emoji) => storeRecent('ann', { emoji, label: `a ${emoji}` }))
const recent = () => emojiPreferences('ann').recent.map(({ emoji }) => emoji)

beforeEach(() => browserStorage.remove('royal-flush:emoji:ann'))

describe('What is kept of the emoji', () => {
  it('are the last eight, each once, the last one first', () => {
    used(...'abcdefghi'.split(''))
    used('c')
    expect(recent()).toEqual('cihgfedb'.split(''))
  })

  it('is the skin tone, beside them', () => {
    used('a')
    storeTone('ann', 'dark')
    expect(emojiPreferences('ann')).toEqual({ tone: 'dark', recent: [{ emoji: 'a', label: 'a a' }] })
  })

  it("is each person's own", () => {
    used('a')
    expect(emojiPreferences('bob')).toEqual({ tone: 'none', recent: [] })
  })

  it.each(['null', '{"tone":"green","recent":[]}', '{"tone":"dark","recent":1}', 'nonsense'])(
    'is nothing where the browser has kept %s',
    (text) => {
      browserStorage.keep('royal-flush:emoji:ann', text)
      expect(emojiPreferences('ann')).toEqual({ tone: 'none', recent: [] })
    },
  )

  it('leaves out what is no emoji', () => {
    browserStorage.saveJson('royal-flush:emoji:ann', {
      tone: 'dark',
      recent: [null, {}, { emoji: 'a', label: 'b' }],
    })
    expect(recent()).toEqual(['a'])
  })
})

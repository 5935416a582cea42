import emojis from 'emojibase-data/en/data.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { EMOJI_LENGTH, oneEmoji } from './emoji.ts'
import { REACTIONS } from './posts.constants.ts'

it('One emoji is everything that the picker offers, in one spelling', () => {
  const offered = emojis
    .filter(({ group }) => group !== undefined)
    .flatMap((one) => [
      one.emoji,
      ...('skins' in one && one.skins ? one.skins.map(({ emoji }) => emoji) : []),
    ])
  expect(offered.length).toBeGreaterThan(3000)
  expect(offered.filter((emoji) => oneEmoji(emoji) === null || emoji.length > EMOJI_LENGTH)).toEqual([])
  for (const { emoji } of REACTIONS) expect(oneEmoji(emoji)).toBe(emoji)
  expect([oneEmoji('👍\uFE0F'), oneEmoji('❤'), oneEmoji('❤️')]).toEqual(['👍', '❤️', '❤️'])
})

it('One emoji is no text, no part of an emoji, and not two', () => {
  for (const text of [
    '',
    ' ',
    'a',
    '1',
    '#',
    'ok',
    '💩💩',
    '💩 ',
    '💩a',
    '🇩',
    '\uFE0F',
    '👨‍👩‍👧👑',
    '👍🏽🏽',
    '<b>',
    '©a',
  ])
    expect(oneEmoji(text), text).toBeNull()
  for (const emoji of ['🇩🇰', '👨‍👩‍👧', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👍🏽', '🏳️‍🌈']) expect(oneEmoji(emoji)).toBe(emoji)
})

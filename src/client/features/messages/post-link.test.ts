import { expect, test } from 'vitest'
import { linkedPost } from './post-link.ts'

const ORIGIN = 'https://royal.example'
const ID = '0123456789abcdef01234567'

test.each([
  [`${ORIGIN}/post/${ID}`, { postId: ID, words: '' }],
  [`Look:\n${ORIGIN}/post/${ID} `, { postId: ID, words: 'Look:' }],
  [`${ORIGIN}/p/${ID}. What now?`, { postId: ID, words: `${ORIGIN}/p/${ID}. What now?` }],
  [`https://elsewhere.example/post/${ID}`, null],
  [`https://royalxexample/post/${ID}`, null],
  [`${ORIGIN}/post/${ID}0`, null],
  [`${ORIGIN}/post/${ID}/edit`, null],
  ['No link', null],
])('%j links to %j', (content, expected) => {
  expect(linkedPost(content, ORIGIN)).toEqual(expected)
})

test('of several links the last one is shown', () => {
  const other = ID.replace('0', 'f')
  expect(linkedPost(`${ORIGIN}/p/${ID} or ${ORIGIN}/p/${other}`, ORIGIN)).toEqual({
    postId: other,
    words: `${ORIGIN}/p/${ID} or`,
  })
})

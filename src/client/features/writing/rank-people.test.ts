import { describe, expect, it } from 'vitest'
import { rankPeople } from './rank-people.ts'

const actor = (handle: string, displayName = handle) => ({ id: handle, handle, displayName, avatarUrl: null })
const user = (handle: string, isFollowing = false, displayName = handle) => ({
  ...actor(handle, displayName),
  bio: '',
  isAdmin: false,
  isFollowing,
  rev: 1,
})
const nobody = () => false
const handles = (...[wanted]: Parameters<typeof rankPeople>) => rankPeople(wanted).map(({ handle }) => handle)

describe('People who are offered', () => {
  it('are the close ones first, then the followed ones, then the others, each once', () =>
    expect(
      handles({
        query: 'an',
        close: [actor('annabel'), actor('bob')],
        found: [user('ana'), user('andy', true), user('annabel', true)],
        isLeftOut: nobody,
      }),
    ).toEqual(['annabel', 'andy', 'ana']))

  it('are the close ones alone while nothing is typed', () =>
    expect(handles({ query: '', close: [actor('bob')], found: [user('ana')], isLeftOut: nobody })).toEqual([
      'bob',
    ]))

  it('match by a word of their name, without accents, and an old answer shows nobody else', () =>
    expect(
      handles({
        query: 'cle',
        close: [actor('king', 'Anne of Clèves')],
        found: [user('clementine'), user('cat')],
        isLeftOut: nobody,
      }),
    ).toEqual(['king', 'clementine']))

  it('are never the viewer, nor somebody blocked', () =>
    expect(
      handles({
        query: 'a',
        close: [actor('ann')],
        found: [user('adam')],
        isLeftOut: ({ id }) => id === 'ann',
      }),
    ).toEqual(['adam']))
})

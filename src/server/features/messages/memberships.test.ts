import { Types } from 'mongoose'
import { expect, it } from 'vitest'
import { membershipOf, membershipsOf, revFor } from './memberships.ts'
import type { AtBlock, ConversationDocument } from './messages.model.ts'

const [ann, bob, cat, id] = [
  new Types.ObjectId(),
  new Types.ObjectId(),
  new Types.ObjectId(),
  new Types.ObjectId(),
]
const [ANN, BOB, CAT] = [ann.toHexString(), bob.toHexString(), cat.toHexString()]
const at = new Date('2026-03-01T12:00:00Z')

const conversation = (fields: Partial<ConversationDocument> = {}): ConversationDocument => ({
  _id: id,
  pair: 'pair',
  people: [ann, bob],
  lastSeq: 9,
  lastMessage: null,
  unread: { [ANN]: 2 },
  readSeq: { [ANN]: 4, [BOB]: 6 },
  createdAt: at,
  rev: 20,
  ...fields,
})
const group = (fields: Partial<ConversationDocument['group']> = {}) =>
  conversation({
    people: [ann, bob],
    group: {
      name: 'G',
      admins: [ann],
      joined: { [ANN]: { at, after: 0 }, [BOB]: { at, after: 3 } },
      rev: 1,
      ...fields,
    },
  })

it('each of two people has what they have set for themselves', () => {
  const card = { id: BOB, handle: 'bob', displayName: 'Bob', avatarUrl: null }
  const frozen: AtBlock = { card, readSeq: 1 }
  const stored = conversation({
    markedUnread: { [ANN]: true },
    muted: { [ANN]: { until: at } },
    hidesReads: { [BOB]: true },
    archivedBy: [ann],
    pinnedBy: [{ id: bob, at }],
    atBlock: { [BOB]: frozen },
  })
  expect(membershipOf(stored, ANN)).toEqual({
    userId: ANN,
    readSeq: 4,
    after: 0,
    unread: 2,
    markedUnread: true,
    hidesReads: false,
    muted: { until: at },
    archived: true,
    pinnedAt: null,
    request: null,
    atBlock: frozen,
  })
  expect(membershipOf(stored, BOB)).toMatchObject({ readSeq: 6, unread: 0, muted: null, archived: false })
  expect(membershipOf(stored, BOB)).toMatchObject({ hidesReads: true, pinnedAt: at, atBlock: null })
  expect(membershipOf(stored, CAT)).toBeNull()
})

it('a request is asked by one, and waits for the other or is declined', () => {
  const states = (request: ConversationDocument['request']) =>
    [ANN, BOB].map((userId) => membershipOf(conversation(request && { request }), userId)?.request)
  expect(states({ from: ann, to: bob })).toEqual(['asked', 'waiting'])
  expect(states({ from: ann })).toEqual(['asked', 'declined'])
  expect(states(undefined)).toEqual([null, null])
})

it('a member of a group reads from their joining on, and whoever has left is none', () => {
  expect(membershipOf(group(), BOB)).toMatchObject({ after: 3, readSeq: 6 })
  expect(membershipOf(group({ joined: { [ANN]: { at, after: 0 } }, former: [bob] }), BOB)).toBeNull()
})

it('the id of the conversation in the place of an erased person is nobody', () => {
  expect(membershipsOf(conversation()).map(({ userId }) => userId)).toEqual([ANN, BOB])
  expect(membershipsOf(conversation({ people: [id, bob] })).map(({ userId }) => userId)).toEqual([BOB])
})

it('[L2] the rev of each leaves out what only others may notice', () => {
  const card = { id: BOB, handle: 'bob', displayName: 'Bob', avatarUrl: null }
  const stored = conversation({
    privateRevs: { [ANN]: 1, [BOB]: 2 },
    request: { from: ann, to: bob, hiddenRevs: 4 },
    atBlock: { [BOB]: { card, readSeq: 1, hiddenRevs: 8 } },
  })
  const revs = [revFor(stored, ANN, false), revFor(stored, ANN, true), revFor(stored, BOB, false)]
  expect(revs).toEqual([20 - 2 - 4, 20 - 2 - 4 - 8, 20 - 1])
  expect(revFor({ ...group(), privateRevs: { [ANN]: 1, [BOB]: 2, [CAT]: 4 } }, ANN, false)).toBe(20 - 6)
})

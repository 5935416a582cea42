import { Types } from 'mongoose'
import { expect, it } from 'vitest'
import type { MembershipDocument } from './memberships.model.ts'
import { membershipOf } from './memberships.ts'

const [ann, bob, _id] = [new Types.ObjectId(), new Types.ObjectId(), new Types.ObjectId()]
const at = new Date('2026-03-01T12:00:00Z')
const card = { id: bob.toHexString(), handle: 'bob', displayName: 'Bob', avatarUrl: null }

const stored = (fields: Partial<MembershipDocument> = {}): MembershipDocument => ({
  _id: new Types.ObjectId(),
  conversationId: _id,
  userId: ann,
  readSeq: 4,
  rev: 7,
  ...fields,
})

it('is as it is stored, and complete', () => {
  expect(membershipOf({ _id }, stored())).toEqual({
    userId: ann.toHexString(),
    readSeq: 4,
    after: 0,
    markedUnread: false,
    hidesReads: false,
    muted: null,
    archived: false,
    pinnedAt: null,
    request: null,
    atBlock: null,
    rev: 7,
  })
  const set = {
    after: 3,
    markedUnread: true,
    hidesReads: true,
    muted: { until: at },
    pinnedAt: at,
    atBlock: { card, readSeq: 1 },
  } as const
  expect(membershipOf({ _id }, stored(set))).toMatchObject(set)
})

it('knows from the conversation whether its person has asked, and whether words came after the archiving', () => {
  const asked = { _id, request: { from: ann } }
  expect(membershipOf(asked, stored()).request).toBe('asked')
  expect(membershipOf(asked, stored({ userId: bob, request: 'waiting' })).request).toBe('waiting')
  expect(membershipOf(asked, stored({ userId: bob, request: 'declined' })).request).toBe('declined')
  const archived = stored({ archivedSeq: 5 })
  expect(membershipOf({ _id, said: { seq: 5, at } }, archived).archived).toBe(true)
  expect(membershipOf({ _id, said: { seq: 6, at } }, archived).archived).toBe(false)
})

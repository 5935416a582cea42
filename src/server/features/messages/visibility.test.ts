import mongoose, { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { freshDatabase } from '#tests/support/server.ts'
import type { AtBlock } from './memberships.model.ts'
import type { Membership } from './memberships.ts'
import { MessageModel, messages, type MessageDocument } from './messages.model.ts'
import {
  canSendTo,
  frozenFor,
  isArchived,
  isAskedFor,
  isMuted,
  isUnread,
  isWithin,
  learnsOfReading,
  mayBeNotified,
  mustWait,
  previewSight,
  readByOther,
  readUpTo,
  shareReceipts,
  sightOf,
  unreadIn,
  unreadShown,
  type Sight,
} from './visibility.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const [BEFORE, LATER] = [new Date(NOW - 1), new Date(NOW + 1)]
const [me, them, conversationId] = [new Types.ObjectId(), new Types.ObjectId(), new Types.ObjectId()]
const [ME, THEM] = [me.toHexString(), them.toHexString()]

const atBlock: AtBlock = {
  card: { id: THEM, handle: 'them', displayName: 'As at the block', avatarUrl: null },
  readSeq: 3,
}

const member = (fields: Partial<Membership> = {}): Membership => ({
  userId: ME,
  readSeq: 0,
  after: 0,
  markedUnread: false,
  hidesReads: false,
  muted: null,
  archived: false,
  pinnedAt: null,
  request: null,
  atBlock: null,
  rev: 0,
  ...fields,
})

type Fields = Partial<MessageDocument> & { inGroup?: boolean }

const message = ({ inGroup = false, ...fields }: Fields = {}): MessageDocument => ({
  _id: new Types.ObjectId(),
  conversationId,
  seq: 5,
  senderId: them,
  receiverId: inGroup ? conversationId : me,
  content: 'Words',
  mediaUrl: null,
  mediaType: null,
  deleted: false,
  createdAt: BEFORE,
  rev: 1,
  ...fields,
})

const blocked = new Set([THEM])
const none = new Set<string>()
const line = { event: 'joined' } as const

describe('What somebody sees of a message', () => {
  test.each<[string, Fields, boolean, Sight]>([
    ['words of the other one', {}, false, 'all'],
    ['their own words', { senderId: me, receiverId: them }, false, 'all'],
    ['[L25] words across a block, in a conversation of two', {}, true, 'all'],
    ['[L50] words across a block, in a group', { inGroup: true }, true, 'hidden'],
    ['[L50] words of a member without a block', { inGroup: true }, false, 'all'],
    ['[L50] a line about the group across a block', { inGroup: true, notice: line }, true, 'all'],
    ['[L45] a request to them', { veiled: true }, false, 'words'],
    ['[L45] their own request', { veiled: true, senderId: me, receiverId: them }, false, 'all'],
    ['a deleted message', { deleted: true }, false, 'gone'],
    ['a deleted message across a block, in a group', { deleted: true, inGroup: true }, true, 'gone'],
    ['[L43] one whose time is over', { expiresAt: new Date(NOW) }, false, 'gone'],
    ['[L43] one whose time comes', { expiresAt: LATER }, false, 'all'],
    ['[L43] a request whose time is over', { expiresAt: BEFORE, veiled: true }, false, 'gone'],
    [
      'one whose time is over, across a block, in a group',
      { expiresAt: BEFORE, inGroup: true },
      true,
      'gone',
    ],
    ['one whose time comes, across a block, in a group', { expiresAt: LATER, inGroup: true }, true, 'hidden'],
  ])('%s', (_, fields, isBlocked, sight) => {
    expect(sightOf({ id: ME, blocked: isBlocked ? blocked : none }, message(fields), NOW)).toBe(sight)
  })

  it('[L49] begins after their joining', () => {
    expect([4, 5].map((seq) => isWithin({ after: 4 }, { seq }))).toEqual([false, true])
    expect(isWithin(null, { seq: 5 })).toBe(false)
  })
})

describe('What the list shows of the last message', () => {
  const last = { seq: 5, senderId: THEM, isLine: false }
  test.each<[string, Partial<Parameters<typeof previewSight>[2]>, number, boolean, boolean, Sight]>([
    ['of two', {}, 0, false, false, 'all'],
    ['[L25] of two, across a block', {}, 0, true, false, 'all'],
    ['[L43] of two, after its time', { expiresAt: BEFORE }, 0, false, false, 'gone'],
    ['of a group', {}, 4, false, true, 'all'],
    ['[L50] of a group, across a block', {}, 0, true, true, 'hidden'],
    ['[L49] of a group, from before they joined', {}, 5, false, true, 'hidden'],
    ['of a group, after its time', { expiresAt: BEFORE }, 0, false, true, 'gone'],
    ['of a group, after its time and across a block', { expiresAt: BEFORE }, 0, true, true, 'hidden'],
    ['a line of the group, from before they joined', { isLine: true }, 5, true, true, 'all'],
  ])('%s', (_, fields, after, isBlocked, inGroup, sight) => {
    const reader = { blocked: isBlocked ? blocked : none }
    expect(previewSight({ after }, reader, { ...last, ...fields }, { inGroup, now: NOW })).toBe(sight)
  })
})

describe('Whether a message is unread', () => {
  const CASES: [string, Fields, Partial<Membership>, boolean, boolean][] = [
    ['one of the other person', {}, {}, false, true],
    ['one of their own', { senderId: me, receiverId: them }, {}, false, false],
    ['one that they have read', {}, { readSeq: 5 }, false, false],
    ['one after what they have read', {}, { readSeq: 4 }, false, true],
    ['a line of the thread', { notice: { disappearing: '24h' } }, {}, false, false],
    ['one across a block, of two', {}, {}, true, true],
    ['[L50] one across a block, in a group', { inGroup: true }, {}, true, false],
    ['one in a group', { inGroup: true }, { after: 4 }, false, true],
    ['[L49] one in a group, from before they joined', { inGroup: true }, { after: 5 }, false, false],
    ['one in a group that shows what was written before', { inGroup: true }, { after: 0 }, false, true],
    ['a request', { veiled: true }, { request: 'waiting' }, false, true],
  ]

  beforeAll(() => connectStore(freshDatabase()))
  afterAll(async () => {
    await mongoose.connection.dropDatabase()
    await disconnectStore()
  })

  it.each(CASES)('%s: the rule and the search in the store agree', async (_, fields, own, isBlocked, is) => {
    const stored = { ...message(fields), conversationId: new Types.ObjectId() }
    if (fields.inGroup) stored.receiverId = stored.conversationId
    await MessageModel.create([stored])
    const membership = member(own)
    expect(isUnread(membership, stored, isBlocked)).toBe(is)
    const where = { _id: stored.conversationId, group: fields.inGroup ? {} : undefined }
    const count = (lastSeq: number) =>
      messages.countDocuments(unreadIn({ ...where, lastSeq }, membership, isBlocked ? blocked : none))
    expect(await count(5)).toBe(is ? 1 : 0)
    // [L60] Stored and not yet counted.
    expect(await count(4)).toBe(0)
    await MessageModel.updateOne({ _id: stored._id }, { deleted: true })
    expect(await count(5)).toBe(0)
  })

  test.each<[number, Partial<Membership>, number]>([
    [3, {}, 3],
    [3, { markedUnread: true }, 3],
    [0, { markedUnread: true }, 1],
    [0, {}, 0],
    [3, { request: 'waiting' }, 3],
    [3, { request: 'declined' }, 0],
    [0, { markedUnread: true, request: 'declined' }, 0],
    [3, { muted: { until: null } }, 3],
  ])('the number beside a conversation with %s unread, for %j', (unread, own, count) => {
    expect(unreadShown(unread, member(own)).unreadCount).toBe(count)
  })

  it('what was written before somebody joined counts as read', () => {
    expect([readUpTo({ readSeq: 2, after: 4 }), readUpTo({ readSeq: 6, after: 4 })]).toEqual([4, 6])
  })
})

describe('How far the other one has read, as somebody sees it', () => {
  const other = member({ userId: THEM, readSeq: 7 })
  test.each<[string, Partial<Membership>, Partial<Membership>, boolean, number]>([
    ['as it is', {}, {}, false, 7],
    ['[L42] nothing without receipts of their own', { hidesReads: true }, {}, false, 0],
    ['[L42] nothing without receipts of the other one', {}, { hidesReads: true }, false, 0],
    ['[L37] nothing of a request that they have sent', { request: 'asked' }, {}, false, 0],
    ['all of a request to them', { request: 'waiting' }, { request: 'asked' }, false, 7],
    ['[L25] as at the block of the other one', { atBlock }, {}, true, 3],
    ['[L25] as it is, after that block', { atBlock }, {}, false, 7],
    ['as it is, across a block of their own', {}, { atBlock }, true, 7],
    ['[L25] as at the block, when the other one hides later', { atBlock }, { hidesReads: true }, true, 3],
    ['[L42] nothing across a block, without receipts', { atBlock, hidesReads: true }, {}, true, 0],
    ['[L37] nothing of their request, across a block', { atBlock, request: 'asked' }, {}, true, 0],
  ])('%s', (_, own, theirs, isBlocked, seq) => {
    expect(readByOther(member(own), { ...other, ...theirs }, isBlocked)).toBe(seq)
  })

  const ALL = ([null, 'asked', 'waiting', 'declined'] as const).flatMap((request) =>
    [false, true].flatMap((hidesReads) =>
      [null, atBlock].map((at) => member({ request, hidesReads, atBlock: at })),
    ),
  )
  it('who does not learn that the other one reads sees the same, however far that is, and else sees it', () => {
    for (const own of ALL)
      for (const theirs of ALL)
        for (const isBlocked of [false, true]) {
          const seen = [10, 20].map((readSeq) => readByOther(own, { ...theirs, readSeq }, isBlocked))
          expect(seen[0] === seen[1]).toBe(!learnsOfReading(own, theirs, isBlocked))
        }
  })

  it('[L25] the card of the other one is that of their block, as long as it lasts', () => {
    expect(frozenFor({ atBlock }, true)?.card.displayName).toBe('As at the block')
    expect([frozenFor({ atBlock }, false), frozenFor({ atBlock: null }, true)]).toEqual([null, null])
  })

  test.each<[boolean, boolean, boolean, boolean]>([
    [false, false, false, true],
    [true, false, false, false],
    [false, true, false, false],
    [false, false, true, false],
  ])(
    '[L51] in a group: one hides %s, the other hides %s, a block %s',
    (hides, othersHide, isBlocked, share) => {
      const one = { id: ME, hidesReads: hides, blocked: isBlocked ? blocked : none }
      const two = { id: THEM, hidesReads: othersHide, blocked: isBlocked ? new Set([ME]) : none }
      expect([shareReceipts(one, two), shareReceipts(two, one)]).toEqual([share, share])
    },
  )
})

describe('[L41] A mute', () => {
  test.each<[string, Membership['muted'], boolean]>([
    ['none', null, false],
    ['for ever', { until: null }, true],
    ['that lasts', { until: LATER }, true],
    ['that has ended', { until: new Date(NOW) }, false],
  ])(
    '%s keeps notifications away, and new words leave the conversation in the archive',
    (_, muted, holds) => {
      expect(isMuted({ muted }, NOW)).toBe(holds)
      expect(mayBeNotified({ muted, request: null }, { requestNotices: false }, NOW)).toBe(!holds)
      expect(isArchived({ archivedSeq: 4, muted }, { seq: 5, at: new Date(NOW) })).toBe(holds)
    },
  )

  it('that has ended leaves in the archive what was written while it lasted', () => {
    const archived = (seq: number, at: Date) =>
      isArchived({ archivedSeq: 4, muted: { until: LATER } }, { seq, at })
    expect([archived(4, LATER), archived(5, BEFORE), archived(5, LATER)]).toEqual([true, true, false])
    expect(isArchived({ archivedSeq: 0, muted: null }, undefined)).toBe(true)
  })
})

describe('[L37] [L69] A request', () => {
  test.each<[Membership['request'], boolean, boolean]>([
    [null, true, true],
    ['waiting', false, true],
    ['declined', false, false],
    ['asked', false, false],
  ])('%s makes a notification: %s, or if requests are wanted: %s', (request, unwanted, wanted) => {
    const notifies = (requestNotices: boolean) =>
      mayBeNotified({ muted: null, request }, { requestNotices }, NOW)
    expect([notifies(false), notifies(true)]).toEqual([unwanted, wanted])
  })

  it('has room for a few messages of whoever has asked', () => {
    const { requestMessages } = LIMITS
    expect([requestMessages - 1, requestMessages].map((seq) => mustWait({ request: 'asked' }, seq))).toEqual([
      false,
      true,
    ])
    expect(mustWait({ request: 'waiting' }, requestMessages)).toBe(false)
    expect(mustWait({ request: null }, requestMessages)).toBe(false)
  })

  it('is asked for by its receiver alone, and nobody writes to themselves or across a block', () => {
    const asked = ([null, 'asked', 'waiting', 'declined'] as const).map((request) => isAskedFor({ request }))
    expect([isAskedFor(null), ...asked]).toEqual([false, false, false, true, true])
    const reader = { id: ME, blocked: none }
    expect([canSendTo(reader, THEM), canSendTo(reader, ME)]).toEqual([true, false])
    expect(canSendTo({ id: ME, blocked }, THEM)).toBe(false)
  })
})

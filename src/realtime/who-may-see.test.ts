import { globSync, readFileSync } from 'node:fs'
import { Types } from 'mongoose'
import { describe, expect, it, test } from 'vitest'
import type { PublicCommentView } from '#contract/comments.ts'
import type { PublicPostView } from '#contract/posts.ts'
import type { MessageView } from '#contract/messages.ts'
import type { CommentDocument } from '#server/features/comments/comments.model.ts'
import { canSeeComment, commentHiddenFrom } from '#server/features/comments/comments.policy.ts'
import { presentComment } from '#server/features/comments/comments.present.ts'
import type { MessageDocument } from '#server/features/messages/messages.model.ts'
import { presentMessageTo } from '#server/features/messages/messages.present.ts'
import { bothReaders, readersOf } from '#server/features/messages/messages.policy.ts'
import { isOwn, isWithin, seesContent } from '#server/features/messages/visibility.ts'
import type { CachedPost } from '#server/features/posts/cached-posts.ts'
import { pageJson, postJson } from '#server/features/posts/feed/viewer-part.ts'
import { canSeePost, postHiddenFrom, visiblePosts } from '#server/features/posts/posts.policy.ts'
import type { PostRecord } from '#server/features/posts/posts.model.ts'
import { presentPost } from '#server/features/posts/posts.present.ts'
import type { Hiding, Visible } from '#server/features/people/relations/relations.policy.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import {
  audienceOfMembers,
  audienceOfReaders,
  listSubscribersOf,
  onePerson,
  readersOfComment,
  userRoom,
  viewersOf,
} from './audience.ts'
import type { Delivery } from './delivery.ts'
import type { LiveSocket } from './sockets.ts'

const viewerWith = (sets: Partial<Record<Hiding['set'], string>>): Viewer => {
  const setOf = (name: Hiding['set']) => new Set([sets[name]].filter((id) => id !== undefined))
  const known: Partial<Viewer> = {
    id: 'viewer',
    blocked: setOf('blocked'),
    blockedBy: setOf('blockedBy'),
    muted: setOf('muted'),
  }
  return known as Viewer
}

const isExcluded = (viewer: Viewer, except: readonly Hiding[]) =>
  except.some(({ set, personId }) => viewer[set].has(personId))

const [NOBODY, BLOCKS, MUTES] = [
  viewerWith({}),
  viewerWith({ blocked: 'author' }),
  viewerWith({ muted: 'author' }),
]
const post = { id: 'post', authorId: 'author' }

const NOW = Date.parse('2026-03-01T12:00:00Z')
const [ann, bob, group] = [new Types.ObjectId(), new Types.ObjectId(), new Types.ObjectId()]
const [ANN, BOB] = [ann.toHexString(), bob.toHexString()]

const written = (fields: Partial<MessageDocument> = {}): MessageDocument => ({
  _id: new Types.ObjectId(),
  conversationId: group,
  seq: 5,
  senderId: bob,
  receiverId: group,
  content: 'Words',
  mediaUrl: null,
  mediaType: null,
  deleted: false,
  createdAt: new Date(NOW),
  rev: 1,
  ...fields,
})
const ofTwo = { receiverId: ann }
const deleted = { deleted: true }
const over = { expiresAt: new Date(NOW) }

describe('Who may see a message is one rule, for reads and for pushes', () => {
  const [FIRST, LATER] = [{ after: 0 }, { after: 5 }]
  test.each([
    ['of a group', {}, FIRST, false, true],
    ['of a group, from before they joined', {}, LATER, false, false],
    ['of a group that they are not in', {}, null, false, false],
    ['of a group, across a block', {}, FIRST, true, false],
    ['of a group, across a block and from before they joined', {}, LATER, true, false],
    ['of a group, after its time', over, FIRST, false, false],
    ['of a group, across a block and after its time', over, FIRST, true, false],
    ['of a group, deleted', deleted, FIRST, false, false],
    ['of a group, deleted and across a block', deleted, FIRST, true, false],
    ['of two', ofTwo, FIRST, false, true],
    ['of two, across a block', ofTwo, FIRST, true, true],
    ['of two, across a block and after its time', { ...ofTwo, ...over }, FIRST, true, false],
    ['of two, across a block and deleted', { ...ofTwo, ...deleted }, FIRST, true, false],
    ['of two, of others', ofTwo, null, false, false],
  ])('%s', (_, fields, place, isBlocked, isSeen) => {
    const [reader, message] = [{ id: ANN, blocked: new Set(isBlocked ? [BOB] : []) }, written(fields)]
    expect(seesContent(reader, place, message, NOW)).toBe(isSeen)
    // A push reaches whoever may read there. What it carries for them is empty like the thread.
    const readers = readersOf(message, place ? { [ANN]: place.after } : {})
    expect(readers).toEqual(isWithin(place, message) ? [ANN] : [])
    expect(audienceOfReaders(readers).rooms).toEqual(readers.map(userRoom))
  })

  it('between two it goes to both, and of a group to no two people', () => {
    const pair = { seq: 1, senderId: BOB, receiverId: ANN, conversationId: group.toHexString() }
    expect(bothReaders(pair)).toEqual([ANN, BOB])
    expect(bothReaders({ ...pair, receiverId: pair.conversationId })).toEqual([])
  })

  it('own words are seen from before a new joining too', () => {
    expect([isOwn({ id: BOB }, written()), isOwn({ id: ANN }, written())]).toEqual([true, false])
  })
})

describe('Who may see a post or a comment is one rule, for reads and for pushes', () => {
  test.each([
    ['nothing', 'opened', NOBODY, true],
    ['nothing', 'listed', NOBODY, true],
    ['a block', 'opened', BLOCKS, false],
    ['a block', 'listed', BLOCKS, false],
    ['a mute', 'opened', MUTES, true],
    ['a mute', 'listed', MUTES, false],
  ] as const)('a post, with %s between the two, where posts are %s', (_, place, viewer, isSeen) => {
    expect(canSeePost(viewer, post, place)).toBe(isSeen)
    expect(isExcluded(viewer, postHiddenFrom(post, place))).toBe(!isSeen)
    expect(visiblePosts(viewer, [post, { ...post, authorId: 'other' }], place)).toHaveLength(isSeen ? 2 : 1)
  })

  test.each([
    ['nothing', NOBODY, true],
    ['a block', BLOCKS, false],
    ['a mute', MUTES, false],
  ] as const)('a comment, with %s between the two', (_, viewer, isSeen) => {
    const place = { id: 'post', authorId: 'other' }
    const [seenPost] = visiblePosts(viewer, [place], 'opened')
    expect(canSeeComment(viewer, post, seenPost!, 'shown')).toBe(isSeen)
    const except = commentHiddenFrom({ authorId: 'author', postAuthorId: 'other' })
    expect(isExcluded(viewer, except)).toBe(!isSeen)
  })

  it('a comment is not pushed to whoever does not see its post', () => {
    const except = commentHiddenFrom({ authorId: 'other', postAuthorId: 'author' })
    expect([NOBODY, BLOCKS, MUTES].map((viewer) => isExcluded(viewer, except))).toEqual([false, true, false])
  })

  it('nothing but a policy and the places that apply it makes what presenters and pushes take', () => {
    const sources = globSync('src/{server,realtime}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
    const making = (pattern: RegExp) =>
      sources.filter((file) => pattern.test(readFileSync(file, 'utf8'))).toSorted()
    expect(
      making(
        /\bas (unknown as |readonly )*(Visible|HiddenFrom|AudienceOf|Receiver|ReceiverOf|MessageReader)\b/,
      ),
    ).toEqual([
      'src/realtime/audience.ts',
      'src/realtime/delivery.ts',
      'src/realtime/rooms/hidden-people.ts',
      'src/server/features/people/relations/relations.policy.ts',
    ])
    expect(making(/\bis Visible</)).toEqual([
      'src/server/features/comments/comments-of-post.ts',
      'src/server/features/comments/comments.policy.ts',
      'src/server/features/messages/visibility.ts',
      'src/server/features/people/relations/relations.policy.ts',
      'src/server/features/posts/posts.policy.ts',
    ])
    expect(making(/import \{[^}]*\b(sees|hiddenFrom)\b[^}]*\} from '\S+relations\.policy/)).toEqual([
      'src/server/features/comments/comments.policy.ts',
      'src/server/features/posts/posts.policy.ts',
    ])
  })
})

/** Never called: the compiler refuses each line, and refuses this file when it accepts one. */
export function refused(
  record: PostRecord,
  cached: CachedPost,
  comment: CommentDocument,
  message: MessageDocument,
  { delivery, socket }: { delivery: Delivery; socket: LiveSocket },
  views: { post: PublicPostView; comment: PublicCommentView; message: MessageView },
): void {
  // @ts-expect-error a record that has not passed the rule
  presentPost(record, NOBODY, null)
  // @ts-expect-error a cached post that has not passed it
  postJson(cached, NOBODY, new Map())
  // @ts-expect-error a page of them
  pageJson([cached], NOBODY, new Map())
  // @ts-expect-error a comment that has not passed its rule
  presentComment(comment, NOBODY, false)
  // @ts-expect-error a comment, without its post
  canSeeComment(NOBODY, comment, record, 'shown')
  // @ts-expect-error a post, to an audience that is not by its rule
  void delivery.to(onePerson('viewer'), 'post:updated', { post: views.post })
  // @ts-expect-error a comment, to those who see the post
  void delivery.to(viewersOf(post), 'comment:updated', { comment: views.comment })
  // @ts-expect-error posts, to sockets of whom nothing is known
  void delivery.toIds(['socket'], 'post:created', { topic: 'feed', posts: [views.post], more: 0 })
  // @ts-expect-error a message that has not passed its rule
  presentMessageTo(NOBODY, message)
  // @ts-expect-error a message, to a person of whom nothing is known
  void delivery.to(onePerson('viewer'), 'message:updated', { message: views.message })
  // @ts-expect-error a message, to all members whatever they may read
  void delivery.to(audienceOfMembers(['viewer']), 'message:created', {
    message: views.message,
    clientId: null,
  })
  // @ts-expect-error people who were not asked about
  audienceOfReaders(['viewer'])
  // @ts-expect-error a message, to those who see a post
  void delivery.to(viewersOf(post), 'message:updated', { message: views.message })
  // @ts-expect-error a message, to a socket whose person was not asked about
  socket.emit('message:updated', { message: views.message })
  // @ts-expect-error a post, to a socket whose person was not asked about
  socket.emit('post:updated', { post: views.post })
}

/** Never called: what has passed is accepted. */
export function accepted(
  record: Visible<PostRecord>,
  comment: Visible<CommentDocument>,
  message: Visible<MessageDocument>,
  { delivery, socket }: { delivery: Delivery; socket: LiveSocket },
  views: { post: Visible<PublicPostView>; comment: PublicCommentView; message: MessageView },
): void {
  presentPost(record, NOBODY, null)
  presentComment(comment, NOBODY, false)
  presentMessageTo(NOBODY, message)
  void delivery.to(audienceOfReaders(bothReaders(views.message)), 'message:updated', {
    message: views.message,
  })
  socket.emit('post:updated', { post: views.post })
  void delivery.to(listSubscribersOf(post), 'post:deleted', { id: 'post', rev: 1 })
  void delivery.to(viewersOf(post), 'post:updated', { post: views.post })
  void delivery.to(readersOfComment({ postId: 'post', authorId: 'author' }, 'other'), 'comment:updated', {
    comment: views.comment,
  })
}

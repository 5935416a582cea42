import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import type { PublicCommentView } from '#contract/comments.ts'
import type { PublicPostView } from '#contract/posts.ts'
import type { CommentDocument } from '#server/features/comments/comments.model.ts'
import { canSeeComment, commentHiddenFrom } from '#server/features/comments/comments.policy.ts'
import { presentComment } from '#server/features/comments/comments.present.ts'
import type { CachedPost } from '#server/features/posts/cached-posts.ts'
import { pageJson, postJson } from '#server/features/posts/feed/viewer-part.ts'
import { canSeePost, postHiddenFrom, visiblePosts } from '#server/features/posts/posts.policy.ts'
import type { PostRecord } from '#server/features/posts/posts.model.ts'
import { presentPost } from '#server/features/posts/posts.present.ts'
import type { Hiding, Visible } from '#server/features/people/relations/relations.policy.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { listSubscribersOf, onePerson, readersOfComment, viewersOf } from './audience.ts'
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

  it('nothing but a policy and the two places that apply it makes what presenters and pushes take', () => {
    const sources = globSync('src/{server,realtime}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
    const making = (pattern: RegExp) =>
      sources.filter((file) => pattern.test(readFileSync(file, 'utf8'))).toSorted()
    expect(making(/\bas (unknown as |readonly )*(Visible|HiddenFrom|AudienceOf|Receiver\w*)</)).toEqual([
      'src/realtime/delivery.ts',
      'src/realtime/rooms/hidden-people.ts',
      'src/server/features/people/relations/relations.policy.ts',
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
  { delivery, socket }: { delivery: Delivery; socket: LiveSocket },
  views: { post: PublicPostView; comment: PublicCommentView },
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
  // @ts-expect-error a post, to a socket whose person was not asked about
  socket.emit('post:updated', { post: views.post })
}

/** Never called: what has passed is accepted. */
export function accepted(
  record: Visible<PostRecord>,
  comment: Visible<CommentDocument>,
  { delivery, socket }: { delivery: Delivery; socket: LiveSocket },
  views: { post: Visible<PublicPostView>; comment: PublicCommentView },
): void {
  presentPost(record, NOBODY, null)
  presentComment(comment, NOBODY, false)
  socket.emit('post:updated', { post: views.post })
  void delivery.to(listSubscribersOf(post), 'post:deleted', { id: 'post', rev: 1 })
  void delivery.to(viewersOf(post), 'post:updated', { post: views.post })
  void delivery.to(readersOfComment({ postId: 'post', authorId: 'author' }, 'other'), 'comment:updated', {
    comment: views.comment,
  })
}

// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NotificationView } from '#contract/notifications.ts'
import { applyAbouts, followAbouts, useAbout } from '#client/features/notifications/data/abouts.store.ts'
import { applyNotifications } from '#client/features/notifications/data/notifications.store.ts'
import { applyRelation } from '#client/features/people/data/relations/relations.store.ts'
import { receive, resetStores } from '#client/live/registry.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ANN, BOB, idOf, makeComment, makePost } from './support/make-post.ts'
import { draw } from './support/screen.tsx'

const POST = idOf(1)
const COMMENT = idOf(2)

const notifications = (rev: number): NotificationView => ({
  id: idOf(3),
  seq: 1,
  read: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  message: 'Bob commented on your post',
  rev: 1,
  type: 'COMMENT',
  actor: { id: BOB, handle: 'bob', displayName: 'Bob', avatarUrl: null },
  data: { commenterDisplayName: 'Bob', commenterHandle: 'bob', postId: POST, commentId: COMMENT },
  about: {
    post: { id: POST, rev, authorId: ANN, text: `Post ${rev}`, thumbnail: null },
    comment: { id: COMMENT, rev, authorId: BOB, text: 'Seconded' },
  },
})
const gone = (): NotificationView => ({ ...notifications(1), about: { post: null, comment: null } })

const Lines = () => {
  const { post, comment } = useAbout(notifications(1))
  return <p>{`${post?.text ?? 'nothing'}, ${comment?.text ?? 'nothing'}`}</p>
}

let end: () => void
let place: HTMLElement
const shows = (lines: string) => eventually(() => expect(place.textContent).toBe(lines))

beforeEach(() => {
  resetStores()
  applyNotifications([notifications(1)])
  end = followAbouts()
})
afterEach(() => end())

describe('[L28] What a notification is about', () => {
  it('is the newest of what was fetched and pushed, in whatever order they come', async () => {
    place = await draw(<Lines />)
    applyAbouts([notifications(3)])
    await shows('Post 3, Seconded')
    receive('post:updated', { post: makePost(1, { authorId: ANN, rev: 5, text: 'Post 5' }) })
    applyAbouts([notifications(4)])
    await shows('Post 5, Seconded')
  })

  it('goes with the comment, and with the post, and an older copy brings nothing back', async () => {
    place = await draw(<Lines />)
    applyAbouts([notifications(3)])
    receive('comment:deleted', { id: COMMENT, rev: 4, postId: POST })
    applyAbouts([notifications(3)])
    await shows('Post 3, nothing')
    receive('post:deleted', { id: POST, rev: 4 })
    applyAbouts([notifications(3)])
    await shows('nothing, nothing')
  })

  it('comes back with a post and a comment that are shown again', async () => {
    place = await draw(<Lines />)
    applyAbouts([notifications(3)])
    receive('comment:deleted', { id: COMMENT, rev: 4, postId: POST })
    receive('post:deleted', { id: POST, rev: 4 })
    await shows('nothing, nothing')
    receive('post:updated', { post: makePost(1, { authorId: ANN, rev: 5, text: 'Post 5' }) })
    await shows('Post 5, nothing')
    // Of other posts and comments nothing is kept.
    receive('post:updated', { post: makePost(9, { authorId: ANN, rev: 5, text: 'Another' }) })
    receive('comment:updated', { comment: makeComment(1, { id: COMMENT, rev: 5, text: 'Seconded' }) })
    await shows('Post 5, Seconded')
  })

  it('goes when a fetch no longer has it', async () => {
    place = await draw(<Lines />)
    applyAbouts([notifications(3)])
    await shows('Post 3, Seconded')
    applyAbouts([gone()])
    await shows('nothing, nothing')
  })

  it('[L19] loses the words of a person who is muted or blocked at once, and has them again afterwards', async () => {
    place = await draw(<Lines />)
    applyAbouts([notifications(3)])
    applyRelation(BOB, { muted: true, blocked: false })
    await shows('Post 3, nothing')
    applyRelation(BOB, { muted: false, blocked: false })
    await shows('Post 3, Seconded')
  })
})

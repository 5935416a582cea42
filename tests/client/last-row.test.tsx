// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ReplyView } from '#contract/comments.ts'
import type { FollowListItem, ProfileView } from '#contract/people.ts'
import { onCommentDeleted } from '#client/features/comments/data/comments.live.ts'
import { onProfileUpdated } from '#client/features/people/data/users/live-profile.ts'
import { seedProfileView } from '#client/features/people/data/users/users.actions.ts'
import { onProfileDeleted } from '#client/features/people/data/users/users.store.ts'
import { FollowersTab } from '#client/app/pages/profile/FollowsTab.tsx'
import { RepliesTab } from '#client/app/pages/profile/RepliesTab.tsx'
import { onPostDeleted } from '#client/features/posts/data/posts.live.ts'
import { receive, resetStores, setLiveHandlers } from '#client/live/registry.ts'
import { eventually } from '#tests/support/eventually.ts'
import { answerCalls } from './support/fake-server.ts'
import { ANN, answered, BOB, idOf, makeComment, makePost, moment } from './support/make-post.ts'
import { draw } from './support/screen.tsx'

setLiveHandlers({
  'comment:deleted': onCommentDeleted,
  'post:deleted': onPostDeleted,
  'profile:deleted': onProfileDeleted,
  'profile:updated': onProfileUpdated,
})

afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

const says = (screen: HTMLElement, words: string) =>
  eventually(() => expect(screen.textContent).toContain(words))

describe('[L83] When its last row leaves by a push, a list is as after a reload:', () => {
  const reply = makeComment(2, { postId: idOf(1), authorId: BOB })
  const post = makePost(1)

  it.each([
    ['the reply', () => receive('comment:deleted', { id: reply.id, postId: post.id, rev: 9 })],
    ['the post of the reply', () => receive('post:deleted', { id: post.id, rev: 9 })],
  ])('the replies of a profile, when %s is deleted', async (_, push) => {
    const only: ReplyView = { id: reply.id, createdAt: moment(2), comment: reply, post: answered(post) }
    answerCalls((_method, path) => (path.includes('cursor=') ? [] : [only]))
    const screen = await draw(
      <div>
        <RepliesTab id={BOB} handle="bob" />
      </div>,
    )
    await says(screen, "You've reached the end!")
    push()
    await says(screen, 'No replies yet')
    expect(screen.textContent).not.toContain("You've reached the end!")
  })

  const ann: FollowListItem = {
    id: ANN,
    handle: 'ann',
    displayName: 'Ann',
    avatarUrl: null,
    bio: '',
    isAdmin: false,
    isFollowing: false,
    rev: 1,
    cursor: 'after-ann',
  }

  /** Bob's followers on the server, and the page that shows them. */
  async function followers() {
    const server = { followers: [ann] }
    answerCalls(() => server.followers)
    const screen = await draw(
      <div>
        <FollowersTab id={BOB} handle="bob" />
      </div>,
    )
    await eventually(() => expect(screen.querySelector('[role=list]')).not.toBeNull())
    return { server, screen }
  }

  it('the followers of a profile, when the account of the last one is deleted', async () => {
    const { screen } = await followers()
    receive('profile:deleted', { id: ANN })
    await says(screen, 'No users found')
  })

  it('the followers of a profile, when the last one leaves: their number is pushed', async () => {
    const bob: ProfileView = {
      id: BOB,
      handle: 'bob',
      displayName: 'Bob',
      avatarUrl: null,
      bio: '',
      isAdmin: false,
      bannerUrl: null,
      createdAt: moment(0),
      _count: { posts: 0, followers: 1, following: 0 },
      rev: 1,
      isFollowing: false,
      viewer: {
        isSelf: false,
        follows: false,
        followsYou: false,
        muted: false,
        blocked: false,
        can: { follow: true, message: true, edit: false },
      },
    }
    seedProfileView(bob, Date.now())
    const { server, screen } = await followers()
    server.followers = []
    const { viewer: _viewer, isFollowing: _isFollowing, ...seen } = bob
    receive('profile:updated', {
      profile: { ...seen, _count: { posts: 0, followers: 0, following: 0 }, rev: 2 },
    })
    await says(screen, 'No users found')
  })
})

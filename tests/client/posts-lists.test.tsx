// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { MediaTab } from '#client/app/pages/profile/MediaTab.tsx'
import { postsBy } from '#client/features/posts/data/post-sources.ts'
import { PostList } from '#client/features/posts/feed/PostList.tsx'
import { resetStores } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'
import { eventually } from '#tests/support/eventually.ts'
import { answerCalls } from './support/fake-server.ts'
import { answered, BOB, makePost } from './support/make-post.ts'
import { draw, find } from './support/screen.tsx'

afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

/** Bob's posts on the server, newest first. */
function serve(): { posts: PostView[] } {
  const server: { posts: PostView[] } = { posts: [] }
  answerCalls((_method, path) => (path.includes('cursor=') ? [] : server.posts))
  return server
}
const outageEnds = () => resync({ reason: 'ready', since: 0 })

const BOBS = postsBy('bob')

describe('[L7] A list of posts that the server does not push', () => {
  it('says after an outage how many posts are new, and does not move', async () => {
    const server = serve()
    const screen = await draw(
      <div>
        <PostList source={BOBS} label="Posts" loading="Loading..." empty="No posts" />
      </div>,
    )
    await eventually(() => expect(screen.textContent).toBe('No posts'))
    server.posts = [answered(makePost(2)), answered(makePost(1))]
    await outageEnds()
    await eventually(() => expect(find(screen, 'button').textContent).toBe('2 new drops'))
    expect(screen.querySelector('[role=feed]')).toBeNull()
  })

  it('shows them at once where it is a grid', async () => {
    const server = serve()
    const screen = await draw(
      <div>
        <MediaTab id={BOB} handle="bob" />
      </div>,
    )
    await eventually(() => expect(screen.textContent).toContain('No media posts'))
    server.posts = [answered(makePost(1, { mediaUrl: '/1.webp', mediaType: 'image', altText: 'A bowl' }))]
    await outageEnds()
    await eventually(() => expect(find(screen, 'a').getAttribute('aria-label')).toBe('Photo: A bowl'))
  })
})

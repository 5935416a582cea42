// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { applyPosts } from '#client/features/posts/data/posts.store.ts'
import { PostBody } from '#client/features/posts/card/PostBody.tsx'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { resetStores } from '#client/live/registry.ts'
import { MASCOTS, mascotFor } from '#client/ui/Mascot.tsx'
import { answered, makePost } from './support/make-post.ts'
import { draw } from './support/screen.tsx'

afterEach(resetStores)

async function mascotsOf(changes: Partial<PostView>): Promise<string[]> {
  const record = { ...makePost(1), ...changes }
  applyPosts([answered(record)])
  const place = await draw(<PostBody post={{ ...record, sending: false } as ShownPost} full={false} />)
  return [...place.querySelectorAll('use')].map((use) => use.getAttribute('href')!.split('#')[1]!)
}

it('every post without media has one of the five mascots, always the same one', async () => {
  const ids = Array.from({ length: 40 }, (_, at) => (1_000_003 * at).toString(16).padStart(24, '0'))
  for (const id of ids) expect(await mascotsOf({ id })).toEqual([mascotFor(id)])
  expect(new Set(ids.map(mascotFor))).toEqual(new Set(MASCOTS))
})

it('long texts and warnings have theirs too, posts with media have none', async () => {
  for (const changes of [{ text: 'Long words. '.repeat(40) }, { contentWarn: 'Plumbing' }])
    expect(await mascotsOf(changes)).toHaveLength(1)
  expect(await mascotsOf({ mediaUrl: '/objects/one.webp', mediaType: 'image' })).toEqual([])
})

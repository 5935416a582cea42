// @vitest-environment jsdom
import { act, Profiler } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { applyPosts } from '#client/features/posts/data/posts.store.ts'
import { togglePostReaction } from '#client/features/posts/data/reactions.store.ts'
import { useReactions, useShownPost } from '#client/features/posts/data/shown-post.ts'
import { resetStores } from '#client/live/registry.ts'
import { answerCalls } from './support/fake-server.ts'
import { answered, makePost } from './support/make-post.ts'

afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

it('a touched reaction renders the reactions of the post and nothing else of its card', () => {
  const post = makePost(1)
  applyPosts([answered(post)])
  let cards = 0
  const Reactions = ({ id }: { id: string }) => {
    const { reaction } = useReactions(useShownPost(id)!)
    return <p>{reaction}</p>
  }
  const Card = () => {
    cards += 1
    return <h2>{useShownPost(post.id)?.text}</h2>
  }
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const commits: string[] = []
  act(() =>
    root.render(
      <Profiler id="all" onRender={(_, phase) => void commits.push(phase)}>
        <Card />
        <Reactions id={post.id} />
      </Profiler>,
    ),
  )
  answerCalls(() => new Promise(() => {}))
  act(() => void togglePostReaction(post.id, '💩'))
  expect(place.textContent).toContain('💩')
  expect([cards, commits]).toEqual([1, ['mount', 'update']])
  act(() => root.unmount())
})

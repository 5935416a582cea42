// @vitest-environment jsdom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { MessageView } from '#contract/messages.ts'
import { ThreadRowView } from '#client/features/messages/ThreadRowView.tsx'
import { threadRows } from '#client/features/messages/thread-rows.ts'

afterEach(() => void vi.unstubAllGlobals())

/** The messages whose words were read: each bubble reads them when it is rendered. */
const rendered = new Set<string>()
const SHARED = {
  conversationId: 'c1',
  canReply: true,
  veiled: false,
  nameOf: () => 'Bob',
  viewerId: 'me',
  onJump: () => undefined,
}
const message = (seq: number): MessageView => ({
  id: `m${seq}`,
  conversationId: 'c1',
  seq,
  senderId: 'me',
  receiverId: 'bob',
  get content() {
    rendered.add(this.id)
    return `message ${seq}`
  },
  mediaUrl: null,
  mediaType: null,
  media: null,
  altText: null,
  deleted: false,
  createdAt: new Date(Date.UTC(2026, 4, 1, 12, seq * 10)).toISOString(),
  rev: 1,
})

it('a new message renders its own row and the one that was the last, and a scroll renders none', () => {
  const all = [1, 2, 3, 4].map(message)
  let say: (messages: MessageView[]) => void = () => undefined
  let scroll: (offset: number) => void = () => undefined
  const Thread = () => {
    const [messages, setMessages] = useState(all.slice(0, 3))
    const [, setOffset] = useState(0)
    say = setMessages
    scroll = setOffset
    // New ones each time, as from the thread when a message comes.
    return threadRows({ messages, outgoing: [], viewerId: 'me', readUpTo: null, reachedStart: true }).map(
      ({ key, ...row }) => (
        <ThreadRowView
          key={key}
          {...row}
          {...SHARED}
          state={key === messages.at(-1)?.id ? 'Sent' : undefined}
        />
      ),
    )
  }
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() =>
    root.render(
      <MemoryRouter>
        <Thread />
      </MemoryRouter>,
    ),
  )
  expect([...rendered]).toEqual(['m1', 'm2', 'm3'])
  rendered.clear()
  act(() => scroll(100))
  expect([...rendered]).toEqual([])
  act(() => say(all))
  expect([...rendered].toSorted()).toEqual(['m3', 'm4'])
  act(() => root.unmount())
})

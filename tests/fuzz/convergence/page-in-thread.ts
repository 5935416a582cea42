import { createElement, Fragment } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { liveHandlers } from '#client/app/live-handlers.ts'
import { queryClient } from '#client/app/query-client.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { loadViewer } from '#client/features/account/data/viewer/viewer.actions.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { togglePostReaction } from '#client/features/posts/data/reactions.store.ts'
import { useConnection } from '#client/live/connection.store.ts'
import { startLive } from '#client/live/start.ts'
import type { Shown, Subjects } from './page-worker.ts'
import { screensOf } from './screens.ts'

const LISTS_OF_PARTS = new Map([
  ['conversation', 'conversations'],
  ['about', 'notifications'],
  ['decree', 'blog'],
])

interface PageInThread {
  /** What it shows. */
  view(): Shown
  /** The viewer presses a reaction of the open post. */
  react(): void
}

/** Opens the product's page for the session of this thread. */
export async function openPage(subjects: Subjects): Promise<PageInThread> {
  while (!currentViewer()) await loadViewer()
  startLive(async () => liveHandlers)
  const rendered = new Map<string, unknown>()
  const show = (name: string, value: unknown) => void rendered.set(name, value)
  const screens = screensOf(subjects).map((Screen, key) => createElement(Screen, { key, show, subjects }))
  const content = createElement(
    QueryClientProvider,
    { client: queryClient },
    createElement(Fragment, null, screens),
  )
  createRoot(document.getElementById('root')!).render(createElement(MemoryRouter, null, content))
  const idsIn = (list: string) =>
    (rendered.get(list) as (string | { id: string })[]).map((one) => (typeof one === 'string' ? one : one.id))
  // A part of a list's row counts while the list has the row.
  const isMounted = ([name]: [string, unknown]) => {
    const [part, id] = name.split(' ')
    const list = LISTS_OF_PARTS.get(part!)
    return list === undefined || idsIn(list).includes(id!)
  }
  const view = () => {
    const { status, catchingUp } = useConnection.getState()
    const connection = status === 'live' && !catchingUp && 'live'
    const lists = [...LISTS_OF_PARTS.values()].every((name) => rendered.get(name))
    const shown = lists ? Object.fromEntries([...rendered].filter(isMounted)) : { lists }
    return JSON.parse(JSON.stringify({ ...shown, connection })) as Shown
  }
  // Without an answer the press has an unknown outcome.
  const react = () => void togglePostReaction(subjects.postId, '💩').catch(() => undefined)
  return { view, react }
}

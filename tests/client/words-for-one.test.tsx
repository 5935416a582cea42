// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { DeadJobs } from '#client/features/monitor/DeadJobs.tsx'
import { SyncCard } from '#client/features/admin/site-settings/SyncCard.tsx'
import { idOf } from './support/make-post.ts'
import { draw } from './support/screen.tsx'

const at = '2026-01-01T00:00:00.000Z'

it.each([
  [1, '1 attempt, given up', 'and 1 older one'],
  [2, '2 attempts, given up', 'and 2 older ones'],
])('dead jobs: %d', async (count, attempts, older) => {
  const job = {
    id: idOf(1),
    kind: 'video',
    attempts: count,
    lastError: null,
    createdAt: at,
    diedAt: at,
    canDiscard: true,
  }
  const { textContent } = await draw(<DeadJobs jobs={[job]} total={1 + count} />)
  expect(textContent).toContain(attempts)
  expect(textContent?.endsWith(older)).toBe(true)
})

it.each([
  [1, '1 of the figures of 1 post and 1 person was off.'],
  [2, '2 of the figures of 2 posts and 2 people were off.'],
])('corrected figures: %d', async (count, sentence) => {
  const report = { posts: count, people: count, corrected: count, startedAt: at, finishedAt: at }
  const { textContent } = await draw(<SyncCard report={report} onDone={() => undefined} />)
  expect(textContent).toContain(sentence)
})

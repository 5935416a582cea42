import type { OwnCaseView, OwnReportView } from '#contract/moderation.ts'
import { each, type Screen } from './scene.ts'

const appeal: Screen = {
  screen: 'Appeal (/appeal/{caseId})',
  who: 'ann',
  path: '/appeal/0123456789abcdef01234567',
  scenes: [{ state: 'no such case', axe: 'page' }],
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString()

const reports: OwnReportView[] = [
  {
    id: 'a'.repeat(24),
    targetType: 'post',
    reason: 'spam',
    details: null,
    text: 'Buy my golden plungers, today only, from nine to five.',
    status: 'pending',
    outcome: null,
    createdAt: hoursAgo(3),
    dueAt: hoursAgo(-21),
    readAt: hoursAgo(1),
    closedAt: null,
    rev: 2,
  },
  {
    id: 'b'.repeat(24),
    targetType: 'comment',
    reason: 'harassment',
    details: 'Twice today.',
    text: 'You smell of the wrong soap.',
    status: 'resolved',
    outcome: 'warn',
    createdAt: hoursAgo(30),
    dueAt: hoursAgo(6),
    readAt: hoursAgo(20),
    closedAt: hoursAgo(19),
    rev: 3,
  },
]
const decision: OwnCaseView = {
  id: 'c'.repeat(24),
  action: 'remove',
  reason: 'other',
  note: 'Ducks are not to be thrown.',
  targetType: 'post',
  text: 'Throw the duck.',
  until: null,
  createdAt: hoursAgo(50),
  appealBy: hoursAgo(-670),
  appeal: { text: 'It was my own duck.', at: hoursAgo(40), readAt: null, status: 'pending', decidedAt: null },
  canAppeal: false,
  rev: 2,
}

const pipeTracker: Screen = {
  screen: 'Pipe Tracker (/pipe-tracker)',
  who: 'newcomer',
  path: '/pipe-tracker',
  slow: true,
  scenes: [
    {
      state: 'nothing',
      axe: 'page',
      picture: 'pipe-tracker-empty',
      texts: each('heading', 'Pipe Tracker', 'The pipes are clear'),
    },
    {
      state: 'reports, and a decision with an appeal',
      prepare: async (page) => {
        await page.route('**/api/users/me/reports*', (route) => route.fulfill({ json: reports }))
        await page.route('**/api/users/me/decisions*', (route) => route.fulfill({ json: [decision] }))
      },
      axe: 'page',
      picture: 'pipe-tracker',
      tall: true,
      texts: each('heading', 'Your reports', 'Decisions about you'),
    },
    {
      state: 'loading',
      holds: '**/api/users/me/reports*',
      texts: [['loading', 'Loading your reports...']],
    },
    {
      state: 'failed',
      fails: '**/api/users/me/reports*',
      texts: [['heading', 'Failed to load your reports']],
    },
  ],
}

export const MODERATION: readonly Screen[] = [appeal, pipeTracker]

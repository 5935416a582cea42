import type { CrowdControlView } from '#contract/posts.crowd-control.ts'
import { answer, click, waitForText, withoutContent } from './acts.ts'
import { each, type Screen } from './scene.ts'

const LIST = '**/api/notifications?*'

const plunged: CrowdControlView = {
  id: '1'.repeat(24),
  rev: 1,
  text: 'Two-ply is a personality.',
  startedAt: '2026-01-01T00:00:00.000Z',
  endsAt: '2026-01-01T01:00:00.000Z',
  comments: 412,
  reactions: 1034,
  rules: { slowMinutes: 5 },
  hidden: false,
}
const CROWD_CONTROLLED: readonly CrowdControlView[] = [
  plunged,
  { ...plunged, id: '2'.repeat(24), hidden: true },
]

const notifications: Screen = {
  screen: 'Notifications (/notifications)',
  who: 'notified',
  path: '/notifications',
  scenes: [
    {
      state: 'none',
      who: 'newcomer',
      picture: 'notifications-empty',
      texts: [['heading', 'No notifications yet']],
    },
    { state: 'some', who: 'ann', axe: 'page', picture: 'notifications' },
    {
      state: 'no mentions',
      who: 'newcomer',
      path: '/notifications?only=mentions',
      axe: 'page',
      picture: 'notifications-no-mentions',
      texts: [['heading', 'No mentions yet'], ...each('link', 'All', 'Mentions')],
    },
    {
      state: 'new ones',
      texts: [
        ['heading', 'New notifications'],
        ['button', 'Select All'],
      ],
    },
    {
      state: 'all selected',
      stays: true,
      acts: [click('Select All')],
      texts: each('button', 'Deselect All', 'Mark 2 as read'),
    },
    {
      state: 'a failure to mark them as read',
      stays: true,
      fails: '**/api/notifications/read',
      acts: [click('Mark 2 as read')],
      texts: each('toast', 'Error', 'Failed to mark notifications as read'),
    },
    {
      state: 'a list that fails',
      slow: true,
      fails: LIST,
      prepare: withoutContent,
      picture: 'notifications-failed',
      texts: [
        ['heading', 'Failed to load notifications'],
        ['button', 'Retry'],
      ],
    },
    {
      state: 'posts in Plunger Mode, one of them hidden',
      who: 'newcomer',
      slow: true,
      prepare: answer('**/api/plungers', CROWD_CONTROLLED),
      axe: 'page',
      touch: true,
      picture: 'plunger-cards',
      texts: [
        ...each('text', 'You called the plunger.'),
        ['text', 'Nobody else can see this drop until you show it again.'],
        ['switch', 'Pause strangers'],
        ...each('button', 'For 1 hour', 'For 24 hours', 'Hide the post', 'Show it again', 'End it'),
      ],
    },
    { state: 'loading', holds: LIST, prepare: withoutContent, picture: 'notifications-loading' },
    {
      state: 'read ones',
      slow: true,
      acts: [click('Select All'), click('Mark 2 as read')],
      texts: [['heading', 'Earlier']],
    },
  ],
}

const digest: Screen = {
  screen: 'News by mail (/digest-mail)',
  who: 'visitor',
  path: '/digest-mail?end=lost',
  scenes: [
    {
      state: 'a link that ends',
      axe: 'page',
      picture: 'digest-mail-end',
      texts: [['button', 'Unsubscribe']],
    },
    {
      state: 'a link that ends, used up',
      stays: true,
      acts: [click('Unsubscribe'), waitForText('Not found')],
    },
  ],
}

export const NOTIFICATIONS: readonly Screen[] = [notifications, digest]

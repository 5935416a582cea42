import { attach, click, inOrder, scenesOf, write, type Scene } from '../scene.ts'

const courtier = scenesOf('courtier')
const king = scenesOf('king')
const newcomer = scenesOf('newcomer')

const firstThread: Scene['act'] = async (page) => {
  await page.getByRole('complementary', { name: 'Conversations' }).getByRole('link').first().click()
  await page.getByPlaceholder('Write a message').waitFor()
}
/** Ticks the first two that are new. */
const tickTwo: Scene['act'] = async (page) => {
  for (const at of [0, 1]) await page.getByRole('main').getByRole('checkbox').nth(at).check()
}

/** Between people: profiles, messages, notifications. */
export const PEOPLE: readonly Scene[] = [
  courtier('profile', 'A profile', ({ handle }) => `/u/${handle}`),
  courtier('profile-king', 'A profile with a banner', '/u/king_flush'),
  courtier('profile-long', 'A profile with a long name', '/u/a_very_long_name_at_court_xxx'),
  courtier('profile-rtl', 'A profile from right to left', '/u/rami_flushed'),
  courtier('profile-own', "One's own profile", '/profile'),
  courtier('profile-replies', 'Replies', ({ handle }) => `/u/${handle}?tab=replies`),
  courtier('profile-media', 'Media', '/u/king_flush?tab=media'),
  courtier('followers', 'Followers', ({ handle }) => `/u/${handle}?tab=followers`),
  courtier('profile-settings', 'Profile, settings', '/profile?tab=settings'),
  courtier('profile-menu', "A profile's menu", ({ handle }) => `/u/${handle}`, click('Profile options')),
  courtier('user-not-found', 'Nobody by that name', '/u/nobody_at_all'),
  newcomer('likes-empty', 'No likes', '/profile?tab=likes'),
  courtier('messages', 'Messages', '/messages'),
  courtier('messages-loading', 'Messages, loading', '/messages', { holds: '**/api/messages/conversations*' }),
  courtier('thread', 'A conversation', '/messages', firstThread),
  king('thread-media', 'A conversation with a picture', '/messages', firstThread),
  courtier(
    'thread-writing',
    'A picture for a conversation',
    '/messages',
    inOrder(firstThread, attach, write('Write a message', 'Exhibit B. It was like this when I came.')),
  ),
  newcomer('messages-empty', 'No messages', '/messages'),
  king('notifications-chosen', 'Notifications, two of them ticked', '/notifications', tickTwo),
  courtier('notifications-earlier', 'Notifications that were read', '/notifications'),
  newcomer('notifications-empty', 'No notifications', '/notifications'),
  courtier('notifications-loading', 'Notifications, loading', '/notifications', {
    holds: '**/api/notifications?*',
  }),
  courtier('notifications-failed', 'Notifications that do not come', '/notifications', {
    fails: '**/api/notifications?*',
  }),
]

import type { Page } from 'playwright'
import {
  breaks,
  click,
  fails,
  fill,
  follow,
  opens,
  press,
  waits,
  write,
  type Row,
  type Screen,
  type Stage,
} from './list.ts'

const bobs = ({ bob }: Stage) => `/u/${bob.handle}`
const TABS: Row[] = [
  ['link', 'Posts'],
  ['link', 'Replies'],
  ['link', 'Media'],
  ['link', 'Likes'],
]
const withoutClipboard = (page: Page) =>
  page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('no')) },
    }),
  )

const profile: Screen = {
  screen: 'Profile (/u/{handle}, /profile)',
  states: [
    {
      state: 'somebody else',
      bring: opens('newcomer', bobs),
      rows: [
        ['heading', 'Bob'],
        ['button', 'Share Profile'],
        ['link', 'Message'],
        ['button', 'Follow'],
        ...TABS,
        ['link', 'Following'],
        ['link', 'Followers'],
      ],
    },
    { state: 'somebody one follows', bring: opens('ann', bobs), rows: [['button', 'Following']] },
    {
      state: 'following, under way',
      bring: waits('**/follow', 'newcomer', bobs, click('Follow')),
      rows: [['button', 'Loading...']],
    },
    {
      state: 'a follow that fails',
      bring: fails('**/follow', 'newcomer', bobs, click('Follow')),
      rows: [['toast', 'Failed to follow user']],
    },
    {
      state: 'an unfollow that fails',
      bring: fails('**/follow', 'ann', bobs, click('Following')),
      rows: [['toast', 'Failed to unfollow user']],
    },
    {
      state: "a visitor's follow",
      bring: opens('visitor', bobs, click('Follow')),
      rows: [['toast', 'Login required: Please log in to follow users']],
    },
    {
      state: 'a shared profile',
      bring: opens('ann', bobs, click('Share Profile')),
      rows: [['toast', 'Profile link copied!']],
    },
    {
      state: 'a profile that could not be shared',
      bring: opens('ann', bobs, withoutClipboard, click('Share Profile')),
      rows: [['toast', 'Failed to copy link']],
    },
    {
      state: 'no replies',
      bring: opens('newcomer', '/profile?tab=replies'),
      rows: [['heading', 'No replies yet']],
    },
    {
      state: 'no media',
      bring: opens('newcomer', '/profile?tab=media'),
      rows: [['heading', 'No media posts']],
    },
    {
      state: 'no likes',
      bring: opens('newcomer', '/profile?tab=likes'),
      rows: [['heading', 'No likes yet']],
    },
    {
      state: 'nobody by that name',
      bring: opens('visitor', '/u/nobody_at_all'),
      rows: [
        ['heading', 'User not found'],
        ['link', 'Go back home', '/'],
      ],
    },
    {
      state: "one's own, settings",
      bring: opens('newcomer', '/profile', follow('Edit Profile')),
      rows: [
        ...TABS,
        ['link', 'Settings'],
        ['field', 'Display name'],
        ['field', 'Bio'],
        ['field', 'Handle'],
        ['button', 'Save Changes'],
        ['text', '0/160'],
        ['heading', 'Account'],
        ['text', 'Email'],
        ['text', 'Account created'],
        ['heading', 'Danger Zone'],
        ['button', 'Log Out'],
      ],
    },
  ],
}

const settings: Screen = {
  screen: 'Settings (/settings)',
  states: [
    {
      state: 'as it opens',
      bring: opens('newcomer', '/settings'),
      rows: [
        ['button', 'Back'],
        ['field', 'Display name'],
        ['field', 'Bio'],
        ['field', 'Handle'],
        ['button', 'Save Changes'],
        ['heading', 'Account'],
        ['heading', 'Danger Zone'],
        ['button', 'Log Out'],
      ],
    },
    {
      state: 'no name',
      bring: opens('newcomer', '/settings', fill('Display name', ' '), click('Save Changes')),
      rows: [['text', 'Display name is required']],
    },
    {
      state: 'while it is saved',
      bring: waits('**/api/users/me', 'newcomer', '/settings', fill('Bio', 'Sits.'), click('Save Changes')),
      rows: [['button', 'Saving...']],
    },
    {
      state: 'what could not be saved',
      bring: opens(
        'newcomer',
        '/settings',
        breaks('**/api/users/me'),
        fill('Bio', 'Sits.'),
        click('Save Changes'),
      ),
      rows: [
        ['toast', 'Update failed'],
        ['toast', 'Failed to update profile'],
        ['alert', 'Failed to update profile'],
      ],
    },
  ],
}

const search: Screen = {
  screen: 'Search (/search)',
  states: [
    { state: 'nothing asked for', bring: opens('ann', '/search'), rows: [['heading', 'Search for content']] },
    {
      state: 'a blank query',
      bring: opens('ann', '/search?q=%20'),
      rows: [['heading', 'Search for content']],
    },
    {
      state: 'nothing found',
      bring: opens('ann', '/search?q=xyzzyxyzzy'),
      rows: [
        ['heading', 'No posts found'],
        ['link', 'Posts (0)'],
        ['link', 'Users (0)'],
      ],
    },
    {
      state: 'nobody found',
      bring: opens('ann', '/search?q=xyzzyxyzzy&tab=users'),
      rows: [['heading', 'No users found']],
    },
    {
      state: 'somebody found',
      bring: opens('newcomer', ({ bob }) => `/search?q=${bob.handle}&tab=users`),
      rows: [
        ['link', 'Users (1)'],
        ['button', 'Follow Bob'],
      ],
    },
    {
      state: 'a search that fails',
      bring: fails('**/api/posts?*', 'ann', '/search?q=paper'),
      rows: [
        ['heading', 'Search failed'],
        ['text', 'Something went wrong while searching. Please try again.'],
        ['button', 'Retry'],
      ],
    },
  ],
}

const messages: Screen = {
  screen: 'Messages (/messages)',
  states: [
    {
      state: 'nobody has written',
      bring: opens('newcomer', '/messages'),
      rows: [
        ['heading', 'No messages yet'],
        ['link', 'Find people to message', '/search'],
        ['heading', 'Select a conversation'],
      ],
    },
    {
      state: 'conversations',
      bring: opens('ann', '/messages'),
      rows: [
        ['heading', 'Messages'],
        ['placeholder', 'Search conversations'],
        ['text', 'Bob'],
        ['heading', 'Select a conversation'],
      ],
    },
    {
      state: 'a thread',
      bring: opens('ann', ({ bob }) => `/messages?user=${bob.id}`),
      rows: [
        ['text', 'Is anybody in there?'],
        ['placeholder', 'Write a message'],
        ['button', 'Send message'],
      ],
    },
    {
      state: 'sent from elsewhere',
      bring: opens(
        'ann',
        ({ bob }) => `/messages?user=${bob.id}`,
        async (page) => {
          let letGo = () => {}
          const gone = new Promise<void>((resolve) => (letGo = resolve))
          await page.route('**/api/messages', async (route) => {
            await gone
            await route.continue()
          })
          await write('Write a message', 'On my way out')(page, undefined as never)
          await page.keyboard.press('Enter')
          await page.getByRole('link', { name: 'Home', exact: true }).first().click()
          await page.getByRole('link', { name: 'For you', exact: true }).waitFor()
          letGo()
        },
      ),
      rows: [
        ['toast', 'Message sent'],
        ['toast', 'Your message has been delivered.'],
      ],
    },
    {
      state: 'a message that is refused',
      bring: opens(
        'ann',
        ({ bob }) => `/messages?user=${bob.id}`,
        (page) => page.route('**/api/messages', (route) => route.fulfill({ status: 403, body: 'No.' })),
        write('Write a message', 'Hello?'),
        press('Enter'),
      ),
      rows: [
        ['toast', 'Failed to send message'],
        ['toast', 'No.'],
      ],
    },
  ],
}

const notifications: Screen = {
  screen: 'Notifications (/notifications)',
  states: [
    {
      state: 'none',
      bring: opens('newcomer', '/notifications'),
      rows: [['heading', 'No notifications yet']],
    },
    {
      state: 'new ones',
      bring: opens('told', '/notifications'),
      rows: [
        ['heading', 'New notifications'],
        ['button', 'Select All'],
      ],
    },
    {
      state: 'all selected',
      bring: opens('told', '/notifications', click('Select All')),
      rows: [
        ['button', 'Deselect All'],
        ['button', 'Mark 2 as read'],
      ],
    },
    {
      state: 'marking that fails',
      bring: fails(
        '**/api/notifications/read',
        'told',
        '/notifications',
        click('Select All'),
        click('Mark 2 as read'),
      ),
      rows: [
        ['toast', 'Error'],
        ['toast', 'Failed to mark notifications as read'],
      ],
    },
    {
      state: 'a list that fails',
      bring: fails('**/api/notifications?*', 'told', '/notifications'),
      rows: [
        ['heading', 'Failed to load notifications'],
        ['button', 'Retry'],
      ],
    },
    {
      state: 'read ones',
      bring: opens('told', '/notifications', click('Select All'), click('Mark 2 as read')),
      rows: [['heading', 'Earlier']],
    },
  ],
}

const activity: Screen = {
  screen: 'Activity hub (/activity)',
  states: [
    {
      state: 'compose',
      bring: opens('newcomer', '/activity'),
      rows: [
        ['link', 'Compose'],
        ['link', 'Explore'],
        ['link', 'Notifications'],
        ['link', 'Messages'],
        ['placeholder', 'Top Crap Talk 💩'],
        ['button', 'Flush it 💩'],
      ],
    },
    {
      state: 'notifications',
      bring: opens('newcomer', '/activity?tab=notifications'),
      rows: [['heading', 'No notifications yet']],
    },
    {
      state: 'messages',
      bring: opens('newcomer', '/activity?tab=messages'),
      rows: [['heading', 'No conversations yet']],
    },
  ],
}

const sidebar: Screen = {
  screen: 'Sidebar and layout',
  states: [
    {
      state: 'signed in',
      bring: opens('newcomer', '/search'),
      rows: [
        ['link', 'Home', '/'],
        ['link', 'Activity', '/activity'],
        ['link', 'Royal Blog', '/blog'],
        ['link', 'Profile', '/profile'],
        ['link', 'Settings', '/settings'],
        ['link', 'Post', '/activity'],
        ['button', 'Sign Out'],
      ],
    },
    { state: 'signed out', bring: opens('visitor', '/search'), rows: [['link', 'Sign In', '/login']] },
    {
      state: 'who is no admin, at /admin',
      bring: opens('newcomer', '/admin'),
      rows: [
        ['toast', 'Access Denied'],
        ['toast', "You don't have admin privileges."],
      ],
    },
  ],
}

/** Who is who, and what they say to each other. */
export const PEOPLE: readonly Screen[] = [
  profile,
  settings,
  search,
  messages,
  notifications,
  activity,
  sidebar,
]

import { pressShortcut, withoutContent } from './acts.ts'
import { each, type Row, type Screen } from './scene.ts'

const SUPPORT: Row[] = ['help', 'safety', 'contact', 'legal'].map((desk) => [
  'link',
  desk[0]!.toUpperCase() + desk.slice(1),
  `mailto:${desk}@royalflush.example`,
])

const landing: Screen = {
  screen: 'Landing page (signed out, /)',
  who: 'visitor',
  path: '/',
  scenes: [
    {
      state: 'as it opens',
      axe: 'page',
      picture: 'landing',
      texts: [
        ['title', 'Royal Flush'],
        ['link', 'Sign In', '/login'],
        ['link', 'Get Started', '/register'],
        ['heading', 'Post it. Roast it. Share it.'],
        ['link', 'Full Story', '/founders'],
        ...each(
          'heading',
          'Unfiltered posts',
          'Raw media',
          'Direct messages',
          'Real-time notifications',
          'Discovery',
          'Relevant ads',
        ),
        ['link', 'Terms', '/terms'],
        ['link', 'Privacy', '/privacy'],
        ['link', 'Guidelines', '/guidelines'],
        ['link', 'Cookies', '/cookies'],
        ['link', 'Disclaimer', '/disclaimer'],
        ['link', 'Founder', '/founders'],
        ...SUPPORT,
      ],
    },
    { state: 'the whole page', picture: 'landing-whole', tall: true },
    {
      state: 'the account is loading',
      who: 'ann',
      path: '/notifications',
      slow: true,
      holds: '**/api/auth/me',
      prepare: withoutContent,
      texts: each('loading', 'Loading Royal Flush…', 'Loading your account...'),
    },
    {
      state: 'any other path',
      path: '/no/such/room',
      slow: true,
      axe: 'page',
      picture: 'not-found',
      texts: [
        ['heading', '404 Page Not Found'],
        ['title', '404 Page Not Found - Royal Flush'],
      ],
    },
  ],
}

const founders: Screen = {
  screen: 'Founders page (/founders)',
  who: 'visitor',
  path: '/founders',
  scenes: [
    {
      state: 'as it opens',
      axe: 'page',
      picture: 'founders',
      tall: true,
      texts: [
        ...each('heading', 'Origin Story', 'The Vision', 'The Philosophy', 'The Mission', 'Fun Facts'),
        ['link', 'Start Your Journey', '/register'],
        ['link', 'Explore the Platform', '/'],
        ['link', 'Start the Revolution', '/register'],
      ],
    },
  ],
}

const legal: Screen = {
  screen: 'Legal pages',
  who: 'visitor',
  path: '/terms',
  slow: true,
  scenes: (
    [
      ['terms', 'Terms of Service'],
      ['privacy', 'Privacy Policy'],
      ['guidelines', 'Community Guidelines'],
      ['cookies', 'Cookie Policy'],
      ['disclaimer', 'Disclaimer'],
    ] as const
  ).map(([name, title]) => ({
    state: `/${name}`,
    path: `/${name}`,
    axe: 'page' as const,
    picture: name,
    texts: [['heading', title]] satisfies Row[],
  })),
}

const shell: Screen = {
  screen: 'Sidebar and layout',
  who: 'newcomer',
  path: '/search',
  scenes: [
    {
      state: 'signed in',
      texts: [
        ['link', 'Home', '/'],
        ['link', 'Activity', '/activity'],
        ['link', 'Royal Blog', '/blog'],
        ['link', 'Profile', '/profile'],
        ['link', 'Settings', '/settings'],
        ['link', 'Post', '/activity?tab=compose'],
        ['button', 'Sign Out'],
      ],
    },
    { state: 'signed out', who: 'visitor', texts: [['link', 'Sign In', '/login']] },
    {
      state: 'somebody who is no admin opens /admin',
      path: '/admin',
      texts: each('toast', 'Access Denied', "You don't have admin privileges."),
    },
    {
      state: 'keyboard shortcuts',
      path: '/',
      acts: [pressShortcut('?')],
      axe: 'dialog',
      touch: true,
      picture: 'shortcuts',
      texts: [
        ['heading', 'Keyboard shortcuts'],
        ['switch', 'Single-key shortcuts'],
      ],
    },
    {
      state: 'jump by name',
      path: '/',
      acts: [pressShortcut('Control+k')],
      axe: 'dialog',
      picture: 'jump',
      texts: [
        ['heading', 'Where to, Your Majesty?'],
        ['option', 'Royal Blog'],
      ],
    },
    { state: 'without a network', who: 'visitor', path: '/offline.html', picture: 'offline' },
  ],
}

const activity: Screen = {
  screen: 'Activity hub (/activity)',
  who: 'newcomer',
  path: '/activity',
  slow: true,
  scenes: [
    {
      state: 'compose',
      texts: [
        ...each('link', 'Compose', 'Explore', 'Notifications', 'Messages'),
        ['placeholder', 'Top Crap Talk 💩'],
        ['button', 'Flush it 💩'],
      ],
    },
    { state: 'compose, to write', who: 'ann', path: '/activity?tab=compose', axe: 'page' },
    {
      state: 'explore',
      who: 'ann',
      path: '/activity?tab=explore',
      axe: 'page',
      picture: 'activity-explore',
    },
    {
      state: 'notifications',
      who: 'ann',
      path: '/activity?tab=notifications',
      axe: 'page',
      picture: 'activity-notifications',
    },
    {
      state: 'messages',
      who: 'ann',
      path: '/activity?tab=messages',
      axe: 'page',
      picture: 'activity-messages',
    },
    {
      state: 'no notifications',
      path: '/activity?tab=notifications',
      texts: [['heading', 'No notifications yet']],
    },
    {
      state: 'no conversations',
      path: '/activity?tab=messages',
      texts: [['heading', 'No conversations yet']],
    },
  ],
}

export const SITE: readonly Screen[] = [landing, founders, legal, shell, activity]

import type { Page } from 'playwright'
import {
  awake,
  breaks,
  choose,
  click,
  fails,
  follow,
  opens,
  press,
  waits,
  write,
  type Row,
  type Screen,
} from './list.ts'

const COMPOSER = 'Top Crap Talk 💩'
const FLUSH = 'Flush it 💩'
/** The input stops at 500 characters; what an older draft holds may be longer. */
const typeTooMuch = async (page: Page) => {
  await awake(page)
  await page.getByPlaceholder(COMPOSER).evaluate((area) => area.removeAttribute('maxlength'))
  await page.getByPlaceholder(COMPOSER).fill('x'.repeat(501))
  await page.keyboard.press('Control+Enter')
}
const FOOTER: Row[] = [
  ['link', 'Terms', '/terms'],
  ['link', 'Privacy', '/privacy'],
  ['link', 'Guidelines', '/guidelines'],
  ['link', 'Support', 'mailto:help@royalflush.example'],
  ['link', 'Founder', '/founders'],
]

const home: Screen = {
  screen: 'Home feed (/ signed in)',
  states: [
    {
      state: 'For you',
      bring: opens('ann', '/'),
      rows: [
        ['link', 'For you', '/'],
        ['link', 'Following', '/?tab=following'],
        ['placeholder', COMPOSER],
        ['button', FLUSH],
        ...FOOTER,
      ],
    },
    {
      state: 'For you, under way',
      bring: waits('**/api/posts**', 'ann', '/notifications', follow('Home')),
      rows: [['loading', 'Loading the throne room...']],
    },
    {
      state: 'Following, under way',
      bring: waits('**/api/posts?*', 'ann', '/?tab=following'),
      rows: [['loading', 'Loading your feed...']],
    },
    {
      state: 'Following nobody',
      bring: opens('newcomer', '/?tab=following'),
      rows: [['heading', 'No posts yet.']],
    },
    {
      state: 'the end',
      bring: opens('ann', '/?tab=following'),
      rows: [
        ['text', "You've reached the end!"],
        ['text', 'Time to create some fresh content'],
      ],
    },
    {
      state: 'a feed that fails',
      bring: fails('**/api/posts?*', 'ann', '/?tab=following'),
      rows: [
        ['heading', 'Failed to fetch posts'],
        ['button', 'Retry'],
      ],
    },
    {
      state: 'as a visitor reads it',
      bring: opens('visitor', '/feed'),
      rows: [['heading', 'For you'], ['link', 'Sign In', '/login'], ...FOOTER],
    },
  ],
}

const composer: Screen = {
  screen: 'Composer (Home)',
  states: [
    {
      state: 'a blank post, past the button',
      bring: opens('ann', '/', write(COMPOSER, '   '), press('Control+Enter')),
      rows: [
        ['toast', 'Empty post'],
        ['toast', 'Please write something before posting.'],
      ],
    },
    {
      state: 'too long a post',
      bring: opens('ann', '/', typeTooMuch),
      rows: [
        ['toast', 'Post too long'],
        ['toast', "Posts can't be longer than 500 characters."],
        ['text', '501/500 characters, over the limit'],
      ],
    },
    {
      state: 'a post that fails',
      bring: opens(
        'ann',
        '/?tab=following',
        breaks('**/api/posts'),
        write(COMPOSER, 'For nobody'),
        press('Control+Enter'),
      ),
      rows: [
        ['toast', 'Failed to create post'],
        ['toast', 'Something went wrong. Please try again.'],
      ],
    },
    {
      state: 'a post that is out',
      bring: opens('bob', '/', write(COMPOSER, 'For everybody'), press('Control+Enter')),
      rows: [
        ['toast', 'Post created!'],
        ['toast', 'Your post has been shared with the world.'],
      ],
    },
  ],
}

const detail = ({ post }: { post: { id: string } }) => `/p/${post.id}`
const withoutClipboard = (page: Page) =>
  page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('no')) },
    }),
  )
const say = (text: string) => async (page: Page) => {
  await page.getByPlaceholder('Leave your mark').fill(text)
  await page.keyboard.press('Control+Enter')
}

const card: Screen = {
  screen: 'Post card and post detail (/p/{postId})',
  states: [
    {
      state: 'a post, its reactions and its comments',
      bring: opens('ann', detail),
      rows: [
        ['button', 'Back'],
        ['link', 'Home', '/'],
        ['text', '#lookout'],
        ['button', 'poo, 1'],
        ['button', 'red heart'],
        ['button', 'laughing face'],
        ['button', 'thumbs up'],
        ['button', 'thumbs down'],
        ['button', 'Post options'],
        ['button', 'Share'],
        ['text', 'Seen.'],
        ['placeholder', 'Leave your mark'],
      ],
    },
    {
      state: 'a text of more than 280 characters',
      bring: opens('bob', ({ ann }) => `/u/${ann.handle}`),
      rows: [['button', 'Show more']],
    },
    {
      state: 'no such post',
      bring: opens('visitor', '/p/0123456789abcdef01234567'),
      rows: [['heading', 'Post not found']],
    },
    {
      state: 'the share menu',
      bring: opens('ann', detail, click('Share')),
      rows: [
        ['menu item', 'Copy Link'],
        ['menu item', 'X'],
        ['menu item', 'Facebook'],
        ['menu item', 'Reddit'],
        ['menu item', 'WhatsApp'],
      ],
    },
    {
      state: 'a copied link',
      bring: opens('ann', detail, click('Share'), choose('Copy Link')),
      rows: [['toast', 'Link copied!']],
    },
    {
      state: 'a link that could not be copied',
      bring: opens('ann', detail, withoutClipboard, click('Share'), choose('Copy Link')),
      rows: [
        ['toast', 'Failed to copy link'],
        ['toast', 'Could not copy the link to your clipboard.'],
      ],
    },
    {
      state: 'a share that fails',
      bring: fails('**/share', 'ann', detail, click('Share'), choose('Copy Link')),
      rows: [
        ['toast', 'Share failed'],
        ['toast', 'Failed to share post'],
      ],
    },
    {
      state: 'a reaction that fails',
      bring: fails('**/react', 'ann', detail, click('red heart')),
      rows: [
        ['toast', 'Reaction failed'],
        ['toast', 'Failed to react to post'],
      ],
    },
    {
      state: "a visitor's reaction",
      bring: opens('visitor', detail, click('red heart')),
      rows: [
        ['toast', 'Login required'],
        ['toast', 'Please log in to react to posts.'],
      ],
    },
    {
      state: "a visitor's comment",
      bring: opens('visitor', detail, say('Me too')),
      rows: [
        ['toast', 'Login required'],
        ['toast', 'Please log in to comment on posts.'],
      ],
    },
    {
      state: 'an empty comment, past the button',
      bring: opens('ann', detail, say('  ')),
      rows: [
        ['toast', 'Empty comment'],
        ['toast', 'Please write something before posting your comment.'],
      ],
    },
    {
      state: 'a comment that fails',
      bring: opens('ann', detail, breaks('**/comments'), say('Lost')),
      rows: [
        ['toast', 'Failed to post comment'],
        ['toast', 'Something went wrong. Please try again.'],
      ],
    },
    {
      state: 'a comment that is posted',
      bring: opens('ann', detail, say('Kept.')),
      rows: [
        ['toast', 'Comment posted'],
        ['toast', 'Your comment has been added to the conversation.'],
      ],
    },
  ],
}

const compose: Screen = {
  screen: 'Compose (/compose)',
  states: [
    {
      state: 'hashtags and a warning',
      bring: opens('newcomer', '/compose', write(COMPOSER, 'Behold the #chamber'), (page) =>
        page.getByRole('switch', { name: 'Content warning' }).check(),
      ),
      rows: [
        ['text', '#chamber'],
        ['text', '19/500'],
        ['heading', 'Popular hashtags'],
        ['switch', 'Content warning'],
        ['field', 'Warning'],
        ['switch', 'Sensitive content'],
        ['button', FLUSH],
      ],
    },
  ],
}

/** Reading, writing, reacting. */
export const FEED: readonly Screen[] = [home, composer, card, compose]

import { MESSAGES } from '#contract/errors.ts'
import type { WaitingView } from '#contract/moderation.ts'
import {
  asInNewTab,
  answer,
  click,
  clickLink,
  clickMenuItem,
  failWrites,
  REASON,
  refuseWrites,
  press,
  refuseWritesAsBusy,
  waitForRole,
  waitForText,
  withoutClipboard,
  write,
  type Act,
  withoutContent,
} from './acts.ts'
import { COMPOSERS } from './posts-composer.ts'
import { SEARCH } from './posts-search.ts'
import { EDIT_HISTORY } from './posts-versions.ts'
import { each, type Row, type Screen, type World } from './scene.ts'

const COMPOSER = 'Top Crap Talk 💩'
const FLUSH = 'Flush it 💩'
const UNKNOWN_POST = '/p/0123456789abcdef01234567'
const FOOTER: Row[] = [
  ['link', 'Terms', '/terms'],
  ['link', 'Privacy', '/privacy'],
  ['link', 'Guidelines', '/guidelines'],
  ['link', 'Support', 'mailto:help@royalflush.example'],
  ['link', 'Founder', '/founders'],
]

const home: Screen = {
  screen: 'Home feed (/ signed in)',
  who: 'ann',
  path: '/',
  scenes: [
    {
      state: 'For you',
      axe: 'page',
      picture: 'home',
      texts: [
        ['link', 'For you', '/'],
        ['link', 'Following', '/?tab=following'],
        ['placeholder', COMPOSER],
        ['button', FLUSH],
        ...FOOTER,
      ],
    },
    {
      state: 'For you, loading',
      path: '/notifications',
      slow: true,
      holds: '**/api/posts**',
      acts: [clickLink('Home')],
      texts: [['loading', 'Loading the throne room...']],
    },
    {
      state: 'Following, loading',
      path: '/?tab=following',
      slow: true,
      holds: '**/api/posts?*',
      texts: [['loading', 'Loading your feed...']],
    },
    {
      state: 'Following, of somebody who follows nobody',
      who: 'newcomer',
      path: '/?tab=following',
      slow: true,
      picture: 'following-empty',
      texts: [['heading', 'No posts yet.']],
    },
    {
      state: 'Following, to its end',
      path: '/?tab=following',
      axe: 'page',
      picture: 'home-following',
      texts: each('text', "You've reached the end!", 'Time to create some fresh content'),
    },
    {
      state: 'a feed that fails',
      path: '/?tab=following',
      slow: true,
      fails: '**/api/posts?*',
      picture: 'feed-failed',
      texts: [
        ['heading', 'Failed to fetch posts'],
        ['button', 'Retry'],
      ],
    },
    {
      state: 'for visitors',
      who: 'visitor',
      path: '/feed',
      axe: 'page',
      picture: 'feed',
      texts: [
        ['heading', 'For you'],
        ['link', 'Sign In', '/login'],
        ['link', 'Create account', '/register'],
        ...FOOTER,
      ],
    },
  ],
}

const ofPost = ({ post }: World) => `/p/${post.id}`
const ofOwnPost = ({ mine }: World) => `/p/${mine.id}`
const comment = (text: string) => async (page: Parameters<Act>[0]) => {
  await page.getByPlaceholder('Leave your mark').fill(text)
  await page.keyboard.press('Control+Enter')
}

const card: Screen = {
  screen: 'Post card and post detail (/p/{postId})',
  who: 'ann',
  path: ofPost,
  scenes: [
    {
      state: 'a post, its reactions and its comments',
      axe: 'page',
      picture: 'post',
      texts: [
        ['button', 'Back'],
        ['link', 'Home', '/'],
        ['text', '#lookout'],
        ...each('button', 'poo, 1', 'red heart', 'laughing face', 'thumbs up', 'thumbs down'),
        ...each('button', 'Post options', 'Share'),
        ['text', 'Seen.'],
        ['placeholder', 'Leave your mark'],
      ],
    },
    {
      state: 'who reacted',
      acts: [click('Who reacted'), waitForRole('dialog'), waitForText(/^@/)],
      axe: 'dialog',
      touch: true,
      picture: 'who-reacted',
      texts: [['heading', 'Who reacted']],
    },
    {
      state: 'who reacted, when it fails',
      slow: true,
      fails: '**/reactions*',
      acts: [click('Who reacted')],
      texts: [
        ['heading', 'Failed to load who reacted'],
        ['button', 'Retry'],
      ],
    },
    {
      state: 'the share menu',
      acts: [click('Share')],
      axe: 'menu',
      touch: true,
      picture: 'share-menu',
      texts: each(
        'menu item',
        'Quote',
        'Send in a message',
        'Copy Link',
        'X',
        'Facebook',
        'Reddit',
        'WhatsApp',
      ),
    },
    {
      state: 'sending it in a message',
      slow: true,
      acts: [click('Share'), clickMenuItem('Send in a message'), waitForRole('dialog'), waitForText(/^@/)],
      axe: 'dialog',
      touch: true,
      picture: 'send-post',
      texts: [
        ['heading', 'Send in a message'],
        ...each('placeholder', 'Say something (optional)', 'Search people'),
      ],
    },
    {
      state: 'a copied link',
      acts: [click('Share'), clickMenuItem('Copy Link')],
      texts: [['toast', 'Link copied!']],
    },
    {
      state: 'a share that fails',
      stays: true,
      acts: [refuseWrites('**/share'), click('Share'), clickMenuItem('Copy Link')],
      texts: each('toast', 'Share failed', 'Failed to share post', REASON),
    },
    {
      state: 'a reaction that fails',
      stays: true,
      fails: '**/reaction',
      acts: [click('red heart')],
      texts: each('toast', 'Reaction failed', 'Failed to react to post'),
    },
    {
      state: 'an empty comment, sent by key',
      stays: true,
      acts: [comment('  ')],
      texts: each('toast', 'Empty comment', 'Please write something before posting your comment.'),
    },
    {
      state: 'a link that cannot be copied',
      stays: true,
      acts: [withoutClipboard, click('Share'), clickMenuItem('Copy Link')],
      texts: each('toast', 'Failed to copy link', 'Could not copy the link to your clipboard.'),
    },
    {
      state: 'a comment that fails',
      stays: true,
      acts: [failWrites('**/comments'), comment('Lost')],
      texts: each('toast', 'Failed to post comment', 'Something went wrong. Please try again.'),
    },
    {
      state: 'the roast of the day, above comments in the order of poos',
      path: ofOwnPost,
      slow: true,
      acts: [(page) => page.getByText('Top', { exact: true }).click()],
      axe: 'page',
      texts: [
        ['heading', 'Roast of the day'],
        ['text', 'The queue was you.'],
        ...each('text', 'Newest', 'Oldest', 'Top'),
        ...each('button', 'poo', 'poo, 3'),
      ],
    },
    {
      state: 'a link to a comment that is gone',
      path: (world) => `${ofPost(world)}#c-${'0'.repeat(24)}`,
      slow: true,
      axe: 'page',
      picture: 'comment-gone',
      texts: [['text', 'The comment of this link was flushed, or was never here.']],
    },
    {
      state: 'an answer to a comment, being written',
      acts: [click(/^Reply to/)],
      axe: 'page',
      picture: 'comment-answer',
      texts: [['field', 'Your reply'], ...each('button', 'Cancel', 'Reply')],
    },
    {
      state: 'a comment that is posted',
      stays: true,
      acts: [comment('Kept.')],
      texts: each('toast', 'Comment posted', 'Your comment has been added to the conversation.'),
    },
    {
      state: 'a text of more than 280 characters',
      who: 'bob',
      path: ({ ann }) => `/u/${ann.handle}`,
      slow: true,
      texts: [['button', 'Show more']],
    },
    { state: 'for visitors', who: 'visitor', axe: 'page' },
    {
      state: "a visitor's reaction",
      who: 'visitor',
      stays: true,
      acts: [asInNewTab, click('poo, 1'), waitForRole('dialog')],
      axe: 'dialog',
      texts: [
        ...each('toast', 'Login required', 'Please log in to react to posts.'),
        ['heading', 'Throw the first poo'],
        ['link', 'Create account'],
        ['link', 'Log in'],
      ],
    },
    {
      state: "a visitor's comment",
      who: 'visitor',
      stays: true,
      acts: [press('Escape'), comment('Me too')],
      texts: each('toast', 'Login required', 'Please log in to comment on posts.'),
    },
    {
      state: 'the invitation of a visitor who reacts',
      who: 'visitor',
      slow: true,
      acts: [asInNewTab, click(/^red heart/), waitForRole('dialog')],
      axe: 'dialog',
      touch: true,
      picture: 'join-sheet',
    },
    { state: 'loading', holds: '**/api/posts/*', prepare: withoutContent, picture: 'post-loading' },
    { state: 'no such post', path: UNKNOWN_POST, axe: 'page', picture: 'post-not-found' },
    {
      state: 'no such post, for visitors',
      who: 'visitor',
      path: UNKNOWN_POST,
      slow: true,
      texts: [['heading', 'Post not found']],
    },
  ],
}

const bookmarks: Screen = {
  screen: 'Kept for later (/bookmarks)',
  who: 'newcomer',
  path: '/bookmarks',
  scenes: [
    {
      state: 'nothing',
      slow: true,
      axe: 'page',
      picture: 'bookmarks-empty',
      texts: each('heading', 'Kept for later', 'Nothing kept yet'),
    },
    {
      state: 'a post',
      who: 'bob',
      path: ofPost,
      acts: [
        click('Post options'),
        clickMenuItem('Keep for later'),
        clickLink('Kept for later'),
        waitForText('#lookout'),
      ],
      axe: 'page',
      texts: [['heading', 'Kept for later']],
    },
    {
      state: 'loading',
      slow: true,
      holds: '**/api/bookmarks*',
      texts: [['loading', 'Loading what you keep...']],
    },
  ],
}

/** The post stays for the other states. */
const pretendToDelete: Act = (page) =>
  page.route('**/api/posts/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 204 }) : route.fallback(),
  )

const menus: Screen = {
  screen: 'Post menu and report',
  who: 'ann',
  path: ofPost,
  scenes: [
    {
      state: "the menu of another person's post",
      who: 'newcomer',
      acts: [click('Post options')],
      picture: 'post-menu',
      texts: each('menu item', 'Copy link', 'Keep for later', 'Report'),
    },
    {
      state: 'a report',
      who: 'newcomer',
      acts: [click('Post options'), clickMenuItem('Report'), waitForRole('dialog')],
      axe: 'dialog',
      touch: true,
      picture: 'report',
      texts: [
        ['heading', 'Report this post'],
        ['text', 'What is wrong with it?'],
        ['text', 'Anything else? (optional)'],
      ],
    },
    {
      state: "a visitor's report",
      who: 'visitor',
      slow: true,
      acts: [click('Post options'), clickMenuItem('Report')],
      texts: [['toast', 'Login required']],
    },
    {
      state: "the menu of one's own post",
      path: ofOwnPost,
      acts: [click('Post options')],
      axe: 'menu',
      touch: true,
    },
    {
      state: "editing one's own post",
      path: ofOwnPost,
      stays: true,
      acts: [clickMenuItem('Edit')],
      axe: 'dialog',
      touch: true,
    },
    {
      state: 'calling the plunger',
      path: ofOwnPost,
      slow: true,
      acts: [click('Post options'), clickMenuItem('Plunger Mode')],
      axe: 'dialog',
      touch: true,
      picture: 'plunger-dialog',
      texts: [
        ['heading', 'Plunger Mode'],
        ...each('text', '1 hour', '8 hours', '24 hours'),
        ['switch', 'Pause strangers'],
        ['button', 'Call the plunger'],
      ],
    },
    {
      state: "deleting another person's post, by an admin",
      who: 'admin',
      path: ofOwnPost,
      slow: true,
      acts: [click('Post options'), clickMenuItem('Delete')],
      axe: 'alertdialog',
      touch: true,
    },
    {
      state: "a deleted post of one's own",
      path: ofOwnPost,
      acts: [pretendToDelete, click('Post options'), clickMenuItem('Delete')],
      picture: 'post-deleted',
      texts: [
        ['toast', 'Post deleted'],
        ['button', 'Undo'],
      ],
    },
  ],
}

const queued: WaitingView = {
  id: '0'.repeat(24),
  kind: 'post',
  postId: null,
  text: 'Golden plungers!',
  createdAt: new Date().toISOString(),
  rev: 1,
}

const waiting: Screen = {
  screen: 'Posts that wait for review or for the store (DECISIONS rows 135, 164)',
  who: 'newcomer',
  path: '/',
  scenes: [
    {
      state: 'a post in the review queue',
      prepare: answer('**/api/users/me/waiting', [queued]),
      texts: [
        ...each('text', 'Waiting for the guards', queued.text),
        ['text', 'Only you see it until a moderator lets it through.'],
        ['button', 'Withdraw'],
      ],
    },
    {
      state: 'a post while the store is away',
      path: '/compose',
      prepare: refuseWritesAsBusy('**/api/posts', MESSAGES.busy),
      acts: [write('Top Crap Talk', 'Is anybody there?'), click(FLUSH)],
      picture: 'store-away',
      texts: [...each('toast', 'Failed to create post', MESSAGES.busy), ['text', 'Is anybody there?']],
    },
  ],
}

export const POSTS: readonly Screen[] = [
  home,
  card,
  bookmarks,
  menus,
  ...COMPOSERS,
  waiting,
  SEARCH,
  EDIT_HISTORY,
]

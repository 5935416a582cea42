import { answer, click, failWrites, LINKED, press, waitForText, write, type Act } from './acts.ts'
import { each, type Screen } from './scene.ts'

const COMPOSER = 'Top Crap Talk 💩'
const FLUSH = 'Flush it 💩'
const UNKNOWN_POST = '0123456789abcdef01234567'

/** The input stops at 500 characters, but an older draft may be longer. */
const typeTooMuch: Act = async (page) => {
  await page.getByPlaceholder(COMPOSER).evaluate((area) => area.removeAttribute('maxlength'))
  await page.getByPlaceholder(COMPOSER).fill('x'.repeat(501))
  await page.keyboard.press('Control+Enter')
}
const waitForOption: Act = (page) => page.getByRole('option').first().waitFor()
const waitForEmoji: Act = (page) => page.getByRole('gridcell').first().waitFor()

const home: Screen = {
  screen: 'Composer (Home)',
  who: 'ann',
  path: '/',
  scenes: [
    {
      state: 'a blank post, sent by key',
      acts: [write(COMPOSER, '   '), press('Control+Enter')],
      texts: each('toast', 'Empty post', 'Please write something before posting.'),
    },
    {
      state: 'too long a post',
      stays: true,
      acts: [typeTooMuch],
      texts: [
        ['toast', 'Post too long'],
        ['toast', "Posts can't be longer than 500 characters."],
        ['text', '501/500 characters, over the limit'],
      ],
    },
    {
      state: 'a post that fails',
      path: '/?tab=following',
      acts: [failWrites('**/api/posts'), write(COMPOSER, 'For nobody'), press('Control+Enter')],
      texts: each('toast', 'Failed to create post', 'Something went wrong. Please try again.'),
    },
    {
      state: 'a post that is created',
      who: 'bob',
      acts: [write(COMPOSER, 'For everybody'), press('Control+Enter')],
      texts: each('toast', 'Post created!', 'Your post has been shared with the world.'),
    },
    {
      state: 'a text in it',
      acts: [write(COMPOSER, 'The east wing is out of paper again. #paperwork')],
      picture: 'composer',
    },
    {
      state: 'the preview of a link',
      slow: true,
      prepare: answer('**/api/link-cards', { card: LINKED }),
      acts: [write(COMPOSER, `The crown has spoken: ${LINKED.url}`), waitForText('Hide preview')],
      texts: [
        ['link', `${LINKED.host} ${LINKED.title} ${LINKED.description}`],
        ['button', 'Hide preview'],
      ],
      axe: 'page',
      touch: true,
      picture: 'composer-link',
    },
    {
      state: 'a hidden preview',
      slow: true,
      stays: true,
      acts: [click('Hide preview')],
      texts: [['button', 'Show preview']],
    },
    {
      state: 'a poll in it',
      acts: [write(COMPOSER, 'How does the paper hang in your palace?'), click('Poll')],
      texts: [
        ['field', 'Answer 1'],
        ['field', 'Answer 2'],
        ['field', 'Ends after'],
        ['button', 'Add an answer'],
      ],
      axe: 'page',
      touch: true,
      picture: 'composer-poll',
    },
    {
      state: 'the roast dial turned on',
      slow: true,
      acts: [write(COMPOSER, 'Mind your tone'), click('Roast dial'), waitForText('Brace yourself')],
      texts: [
        ['text', 'Roast me'],
        ['text', 'Be gentle'],
        ['text', 'No comments'],
      ],
      axe: 'page',
      picture: 'composer-dial',
    },
    {
      state: 'people offered after an @',
      acts: [write(COMPOSER, 'The seat was left up by @'), waitForOption],
      axe: 'page',
      touch: true,
      picture: 'composer-people',
    },
    {
      state: 'hashtags offered after a #',
      slow: true,
      acts: [write(COMPOSER, 'The seat was left up #'), waitForOption],
      axe: 'page',
      picture: 'composer-tags',
    },
    {
      state: 'emoji to choose from',
      slow: true,
      acts: [write(COMPOSER, 'The crown is mine'), click('Add an emoji'), waitForEmoji],
      texts: [
        ['field', 'Search emoji'],
        ['button', 'Skin tone: none'],
      ],
      axe: 'dialog',
      touch: true,
      picture: 'composer-emoji',
    },
  ],
}

const compose: Screen = {
  screen: 'Compose (/compose)',
  who: 'ann',
  path: '/compose',
  scenes: [
    { state: 'as it opens', axe: 'page', touch: true, picture: 'compose' },
    {
      state: 'a post that is quoted',
      path: ({ post }) => `/compose?quote=${post.id}`,
      acts: [waitForText('#lookout')],
      axe: 'page',
      touch: true,
      picture: 'compose-quote',
      texts: [['button', 'Remove the quoted post']],
    },
    {
      state: 'a quoted post that is not there',
      path: `/compose?quote=${UNKNOWN_POST}`,
      slow: true,
      texts: [['text', 'This drop went down the drain.']],
    },
    {
      state: 'hashtags and a warning',
      who: 'newcomer',
      slow: true,
      acts: [
        write(COMPOSER, 'Behold the #chamber'),
        (page) => page.getByRole('switch', { name: 'Content warning' }).check(),
      ],
      texts: [
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

/** The composer of the home page, and /compose. */
export const COMPOSERS: readonly Screen[] = [home, compose]

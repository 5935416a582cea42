// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { applyPosts } from '#client/features/posts/data/posts.store.ts'
import { setViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Puzzle } from '#client/features/account/login/Puzzle.tsx'
import { CommentComposer } from '#client/features/comments/CommentComposer.tsx'
import { Composer } from '#client/features/posts/composer/Composer.tsx'
import { FollowToggle } from '#client/features/people/follow/FollowToggle.tsx'
import { reactToPost } from '#client/features/posts/card/post-actions.ts'
import { deleteWrite } from '#client/features/posts/card/post-menu-actions.ts'
import { copyPostLink } from '#client/features/posts/card/share-actions.ts'
import { shareProfile } from '#client/features/people/profile/ProfileHeader.tsx'
import { ForgottenPage } from '#client/features/account/recovery/ForgottenPage.tsx'
import { runWrite } from '#client/live/use-write.ts'
import { resetStores } from '#client/live/registry.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { useToasts } from '#client/ui/toast.ts'
import { answerCalls } from './support/fake-server.ts'
import { ANN, BOB, answered, makeComment, makePost } from './support/make-post.ts'
import { draw, find, type } from './support/screen.tsx'
import { eventually } from '#tests/support/eventually.ts'

const ann = { id: ANN, handle: 'ann', displayName: 'Ann', avatarUrl: null, isAdmin: false } as CurrentUserView
const record = makePost(1)
const post = { ...record, sending: false, reaction: null, can: null } as ShownPost

/** The server's answer: only a status, or a message with it. */
const refuse = (sentence = '') => answerCalls(() => new Response(sentence, { status: 500 }))
const clipboard = (writeText: () => Promise<void>) => vi.stubGlobal('navigator', { clipboard: { writeText } })
const noClipboard = () => clipboard(() => Promise.reject(new Error('forbidden')))

beforeEach(() => {
  // jsdom has none. Nothing is animated.
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  setViewer(ann)
  applyPosts([answered(record)])
  localStorage.clear()
})
afterEach(() => {
  useToasts.setState({ toasts: [] })
  resetStores()
  resetStores()
  vi.unstubAllGlobals()
})

async function write(text: string, content: React.ReactNode): Promise<void> {
  const place = await draw(content)
  if (text) type(find<HTMLTextAreaElement>(place, 'textarea'), text)
  await eventually(() => expect(find<HTMLTextAreaElement>(place, 'textarea').value).toBe(text))
  find<HTMLFormElement>(place, 'form').requestSubmit()
}

const comment = (text: string, viewer: CurrentUserView | null = ann) =>
  write(text, <CommentComposer postId={record.id} viewer={viewer} />)
const flush = (text: string) => write(text, <Composer viewer={ann} />)
const follow = async (follows: boolean) =>
  find(await draw(<FollowToggle id={BOB} follows={follows} />), 'button').click()

async function answerPuzzle(...answers: string[]): Promise<void> {
  const question = {
    kind: 'sum',
    question: 'What is 1 + 1?',
    options: ['2', '7', '8', '9'],
    token: 'x'.repeat(40),
  }
  let attemptsLeft = LIMITS.puzzleAttempts
  answerCalls((_method, path, body) => {
    if (!path.endsWith('/answer')) return question
    attemptsLeft -= 1
    return body['answer'] === '2' ? { proof: 'y'.repeat(40), attemptsLeft } : { proof: null, attemptsLeft }
  })
  const place = await draw(<Puzzle solved={false} onSolved={() => {}} />)
  const option = (answer: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === answer)
  for (const answer of answers) {
    // The answer before is checked first: then the next one is taken.
    await eventually(() => {
      expect(option(answer)).toBeDefined()
      expect(place.querySelector('[aria-disabled="true"]')).toBeNull()
    })
    useToasts.setState({ toasts: [] })
    option(answer)!.click()
    await eventually(() => expect(useToasts.getState().toasts).not.toEqual([]))
  }
}

const WORDS = {
  mascot: 'knight',
  saying: '',
  title: '',
  lead: '',
  label: 'Send',
  hint: '',
  logIn: 'Log in',
} as const

async function recover(fallback: string): Promise<void> {
  const send = () => Promise.reject(new Error('no answer'))
  const place = await draw(<ForgottenPage {...WORDS} send={send} fallback={fallback} other={null} />)
  find<HTMLInputElement>(place, 'input').value = 'ann@people.example'
  find<HTMLFormElement>(place, 'form').requestSubmit()
}

type Row = [
  situation: string,
  act: () => unknown,
  toast: { title: string; description?: string; failure?: boolean },
]
const AGAIN = 'Something went wrong. Please try again.'

// Product sections 5 and 8: the cause, and the exact text of the toast.
const ROWS: readonly Row[] = [
  [
    'a visitor reacts',
    () => [setViewer(null), reactToPost(post.id, '💩')],
    { title: 'Login required', description: 'Please log in to react to posts.' },
  ],
  [
    'a reaction fails',
    () => [refuse(), reactToPost(post.id, '💩')],
    { title: 'Reaction failed', description: 'Failed to react to post', failure: true },
  ],
  [
    'a reaction fails with a word',
    () => [refuse('The throne is busy.'), reactToPost(post.id, '💩')],
    { title: 'Reaction failed', description: 'The throne is busy.', failure: true },
  ],
  [
    'a link is copied',
    () => [clipboard(() => Promise.resolve()), answerCalls(() => answered(record)), copyPostLink(post)],
    { title: 'Link copied!' },
  ],
  [
    'a link cannot be copied',
    () => [noClipboard(), answerCalls(() => answered(record)), copyPostLink(post)],
    {
      title: 'Failed to copy link',
      description: 'Could not copy the link to your clipboard.',
      failure: true,
    },
  ],
  [
    'a share is not counted',
    () => [clipboard(() => Promise.resolve()), refuse(), copyPostLink(post)],
    { title: 'Share failed', description: 'Failed to share post', failure: true },
  ],
  [
    'a profile is shared',
    () => [clipboard(() => Promise.resolve()), shareProfile(ann)],
    { title: 'Profile link copied!' },
  ],
  [
    'a profile cannot be shared',
    () => [noClipboard(), shareProfile(ann)],
    {
      title: 'Failed to copy link',
      description: 'Could not copy the link to your clipboard.',
      failure: true,
    },
  ],
  [
    'a post is deleted',
    () => [answerCalls(() => new Response(null, { status: 204 })), runWrite(deleteWrite(post))],
    { title: 'Post deleted' },
  ],
  [
    'a visitor comments',
    () => comment('Hm', null),
    { title: 'Login required', description: 'Please log in to comment on posts.' },
  ],
  [
    'a blank comment',
    () => comment('  '),
    {
      title: 'Empty comment',
      description: 'Please write something before posting your comment.',
      failure: true,
    },
  ],
  [
    'a comment arrives',
    () => [answerCalls(() => makeComment(1)), comment('Hm')],
    { title: 'Comment posted', description: 'Your comment has been added to the conversation.' },
  ],
  [
    'a comment fails',
    () => [refuse(), comment('Hm')],
    { title: 'Failed to post comment', description: AGAIN, failure: true },
  ],
  [
    'a blank post',
    () => flush('\n'),
    { title: 'Empty post', description: 'Please write something before posting.', failure: true },
  ],
  [
    'a post of 501 characters',
    () => flush('x'.repeat(501)),
    { title: 'Post too long', description: "Posts can't be longer than 500 characters.", failure: true },
  ],
  [
    'a post arrives',
    () => [answerCalls(() => answered(makePost(2, { authorId: ANN }))), flush('x'.repeat(500))],
    { title: 'Post created!', description: 'Your post has been shared with the world.' },
  ],
  [
    'a post fails',
    () => [refuse(), flush('Hm')],
    { title: 'Failed to create post', description: AGAIN, failure: true },
  ],
  [
    'a visitor follows',
    () => [setViewer(null), follow(false)],
    { title: 'Login required: Please log in to follow users' },
  ],
  [
    'a follow fails',
    () => [refuse(), follow(false)],
    { title: 'Failed to follow user', description: AGAIN, failure: true },
  ],
  [
    'an unfollow fails',
    () => [refuse(), follow(true)],
    { title: 'Failed to unfollow user', description: AGAIN, failure: true },
  ],
  [
    'the first wrong answer',
    () => answerPuzzle('7'),
    { title: 'Incorrect answer', description: 'Please try again. 2 attempts remaining.', failure: true },
  ],
  [
    'the second wrong answer',
    () => answerPuzzle('7', '8'),
    { title: 'Incorrect answer', description: 'Please try again. 1 attempts remaining.', failure: true },
  ],
  [
    'the third wrong answer',
    () => answerPuzzle('7', '8', '9'),
    { title: 'Too many attempts', description: 'Here is a fresh puzzle.', failure: true },
  ],
  ['the right answer', () => answerPuzzle('2'), { title: 'Puzzle Solved!' }],
  [
    'a reset mail fails',
    () => recover('Failed to send reset email'),
    { title: 'Error', description: 'Failed to send reset email', failure: true },
  ],
  [
    'a username mail fails',
    () => recover('Failed to send username recovery email'),
    { title: 'Error', description: 'Failed to send username recovery email', failure: true },
  ],
  [
    'a reset fails',
    () => recover('Failed to reset password'),
    { title: 'Error', description: 'Failed to reset password', failure: true },
  ],
]

describe('What the toast says when', () => {
  it.each(ROWS)('%s', async (_situation, act, { failure = false, ...words }) => {
    await act()
    await eventually(() => {
      const [shown, ...others] = useToasts.getState().toasts
      expect({
        title: shown?.title,
        ...(shown?.description !== undefined && { description: shown.description }),
        failure: shown?.variant === 'destructive',
      }).toEqual({ ...words, failure })
      expect(others, 'one at a time').toEqual([])
    })
  })
})

import type { PostView } from '#contract/posts.ts'
import { comment, drop, follow, message, react } from './drops.ts'
import type { Guest } from './people.ts'

/** What the rooms show: two people who know each other, and what they did. */
export interface World {
  readonly ann: Guest
  readonly bob: Guest
  /** Bob's, with a comment and a reaction. */
  readonly post: PostView
  /** Ann's, too long for its card. */
  readonly mine: PostView
}

/**
 * Fills a world so that no room in it is empty: posts, a comment, reactions, follows, messages,
 * notifications.
 */
export async function furnish(ann: Guest, bob: Guest): Promise<World> {
  const mine = await drop(ann, `${'The queue was long. '.repeat(18)}The end. #lookout`)
  const post = await drop(bob, `A #lookout for @${ann.handle}, see https://example.org/pipes`)
  await comment(ann, post.id, 'Seen.')
  await react(ann, post.id, '💩')
  await Promise.all([follow(ann, bob), follow(bob, ann)])
  await message(bob, ann, 'Is anybody in there?')
  await message(ann, bob, 'One moment.')
  return { ann, bob, post, mine }
}

/** Every room a visitor may enter, one path for each look it has. */
export const visitorRooms = ({ bob, post }: World): string[] => [
  '/',
  '/feed',
  '/login',
  '/register',
  '/register/google',
  '/forgot-password',
  '/reset-password',
  '/reset-password?token=lost',
  '/forgot-username',
  '/confirm-email',
  '/confirm-email?token=lost',
  '/terms',
  '/privacy',
  '/guidelines',
  '/cookies',
  '/disclaimer',
  '/founders',
  '/blog',
  '/nowhere',
  `/p/${post.id}`,
  `/u/${bob.handle}`,
  '/search?tag=lookout',
  `/search?q=${bob.handle}&tab=users`,
]

/** Every room of somebody who is signed in. */
export const personRooms = ({ bob, post }: World): string[] => [
  '/',
  '/?tab=following',
  '/compose',
  ...['compose', 'explore', 'notifications', 'messages'].map((tab) => `/activity?tab=${tab}`),
  '/search',
  '/search?q=lookout',
  '/messages',
  `/messages?user=${bob.id}`,
  '/notifications',
  '/settings',
  '/privacy-settings',
  '/profile',
  ...['replies', 'media', 'likes', 'settings', 'followers', 'following'].map((tab) => `/profile?tab=${tab}`),
  '/appeal/0123456789abcdef01234567',
  `/p/${post.id}`,
  '/p/0123456789abcdef01234567',
  '/u/nobody_at_all',
  '/analytics',
  '/ai-monitor',
]

/** Every room of who wears the crown. */
export const adminRooms: readonly string[] = [
  '/admin',
  '/admin?tab=posts',
  '/admin?tab=reports',
  '/admin?tab=audit',
  '/admin?tab=settings',
  '/admin?tab=analytics',
  '/analytics',
  '/ai-monitor',
]

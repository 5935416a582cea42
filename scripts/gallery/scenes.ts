import type { Page } from 'playwright'
import type { PostView } from '#contract/posts.ts'

/** Whose browser it is: nobody's, somebody's of the court, the king's (an admin), or of somebody who has just registered. */
export type Who = 'visitor' | 'courtier' | 'king' | 'newcomer'

/** What the scenes are about: somebody else, and a post that is talked about. */
export interface Props {
  readonly handle: string
  readonly post: PostView
}

/** One picture of the gallery: where somebody goes, and what they do there before it is taken. */
export interface Scene {
  readonly name: string
  readonly title: string
  readonly who: Who
  readonly path: string | ((props: Props) => string)
  readonly act?: (page: Page) => Promise<unknown>
}

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).filter({ visible: true }).first().click()
const toTheEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
const scene = (who: Who, name: string, title: string, path: Scene['path'], act?: Scene['act']): Scene => ({ who, name, title, path, ...(act && { act }) })

export const SCENES: readonly Scene[] = [
  scene('visitor', 'landing', 'The landing page', '/'),
  scene('visitor', 'landing-end', 'The landing page, its end', '/', toTheEnd),
  scene('visitor', 'feed', 'The feed for visitors', '/feed'),
  scene('visitor', 'login', 'Log in', '/login'),
  scene('visitor', 'register', 'Register', '/register'),
  scene('visitor', 'register-end', 'Register, puzzle and consent', '/register', toTheEnd),
  scene('visitor', 'forgot-password', 'Forgot password', '/forgot-password'),
  scene('visitor', 'check-your-email', 'Check your email', '/forgot-password', async (page) => {
    await page.getByLabel('Email').fill('nobody@court.example')
    await page.keyboard.press('Enter')
    await page.getByText('Check Your Email').waitFor()
  }),
  scene('visitor', 'reset-password', 'Reset password', '/reset-password?token=lost'),
  scene('visitor', 'reset-invalid', 'Invalid reset link', '/reset-password'),
  scene('visitor', 'terms', 'Terms', '/terms'),
  scene('visitor', 'guidelines', 'Guidelines', '/guidelines'),
  scene('visitor', 'founders', 'The founder', '/founders'),
  scene('visitor', 'blog', 'The Royal Blog', '/blog'),
  scene('visitor', 'decree', 'A decree', '/blog', async (page) => {
    await page.getByRole('link', { name: 'Read Full Decree' }).first().click()
    await page.waitForURL(/\/blog\/./)
  }),
  scene('visitor', 'not-found', 'Any other path', '/nowhere'),
  scene('courtier', 'home', 'Home', '/'),
  scene('courtier', 'composer', 'Home, writing', '/', (page) => page.getByPlaceholder('Top Crap Talk 💩').fill('The east wing is out of paper again. #paperwork')),
  scene('courtier', 'home-end', 'Following, further down', '/?tab=following', toTheEnd),
  scene('courtier', 'post', 'A post and its comments', ({ post }) => `/p/${post.id}`),
  scene('courtier', 'post-menu', "A post's menu", ({ post }) => `/p/${post.id}`, click('Post options')),
  scene('courtier', 'share-menu', 'Share', ({ post }) => `/p/${post.id}`, click('Share')),
  scene('courtier', 'report', 'Report', ({ post }) => `/p/${post.id}`, async (page) => {
    await click('Post options')(page)
    await page.getByRole('menuitem', { name: /Report/ }).click()
    await page.getByRole('dialog').waitFor()
  }),
  scene('courtier', 'post-not-found', 'No such post', '/p/0123456789abcdef01234567'),
  scene('courtier', 'compose', 'Compose', '/compose'),
  scene('courtier', 'activity-explore', 'Activity, explore', '/activity?tab=explore'),
  scene('courtier', 'activity-notifications', 'Activity, notifications', '/activity?tab=notifications'),
  scene('courtier', 'activity-messages', 'Activity, messages', '/activity?tab=messages'),
  scene('courtier', 'search', 'Search', '/search'),
  scene('courtier', 'search-posts', 'Posts found', '/search?q=paper'),
  scene('courtier', 'search-people', 'People found', ({ handle }) => `/search?q=${handle.slice(0, 3)}&tab=users`),
  scene('courtier', 'messages', 'Messages', '/messages'),
  scene('courtier', 'thread', 'A conversation', '/messages', async (page) => {
    await page.getByRole('complementary', { name: 'Conversations' }).getByRole('link').first().click()
    await page.getByPlaceholder('Write a message').waitFor()
  }),
  scene('courtier', 'notifications', 'Notifications', '/notifications'),
  scene('courtier', 'profile', 'A profile', ({ handle }) => `/u/${handle}`),
  scene('courtier', 'profile-own', "One's own profile", '/profile'),
  scene('courtier', 'profile-replies', 'Replies', ({ handle }) => `/u/${handle}?tab=replies`),
  scene('courtier', 'profile-media', 'Media', ({ handle }) => `/u/${handle}?tab=media`),
  scene('courtier', 'followers', 'Followers', ({ handle }) => `/u/${handle}?tab=followers`),
  scene('courtier', 'profile-settings', 'Profile, settings', '/profile?tab=settings'),
  scene('courtier', 'settings', 'Settings', '/settings'),
  scene('courtier', 'user-not-found', 'Nobody by that name', '/u/nobody_at_all'),
  scene('courtier', 'shortcuts', 'Keyboard shortcuts', '/', (page) => page.keyboard.press('?')),
  scene('newcomer', 'following-empty', 'Following nobody', '/?tab=following'),
  scene('newcomer', 'messages-empty', 'No messages', '/messages'),
  scene('newcomer', 'notifications-empty', 'No notifications', '/notifications'),
  scene('newcomer', 'likes-empty', 'No likes', '/profile?tab=likes'),
  scene('king', 'blog-admin', 'The royal archive', '/blog-admin'),
  scene('king', 'admin', 'Administration', '/admin'),
]

import { BRAND } from './brand.ts'

/**
 * Every page by the pattern of its path (product section 2), and its title: for the tab, the server's first
 * HTML, and the server's 404. Null: the product's name alone. A test compares this list with the client's
 * routes.
 */
export const TITLES = {
  '/': null,
  '/feed': 'For you',
  '/p/:postId': 'Post',
  '/u/:handle': 'Profile',
  '/search': 'Search',
  '/blog': BRAND.blogName,
  '/blog/:slug': BRAND.blogName,
  '/terms': 'Terms of Service',
  '/privacy': 'Privacy Policy',
  '/guidelines': 'Community Guidelines',
  '/cookies': 'Cookie Policy',
  '/disclaimer': 'Disclaimer',
  '/founders': "The Founder's Story",
  '/login': 'Log in',
  '/register': 'Sign up',
  '/register/google': 'Pick your handle',
  '/forgot-password': 'Forgot password',
  '/reset-password': 'Reset password',
  '/confirm-email': 'Confirm your email',
  '/forgot-username': 'Forgot username',
  '/blog-mail': 'Decrees by mail',
  '/digest-mail': 'News by mail',
  '/appeal/:caseId': 'Appeal',
  '/profile': 'Profile',
  '/bookmarks': 'Kept for later',
  '/notifications': 'Notifications',
  '/activity': 'Activity',
  '/pipe-tracker': 'Pipe Tracker',
  '/messages': 'Messages',
  '/settings': 'Settings',
  '/compose': 'Compose',
  '/privacy-settings': 'Privacy settings',
  '/admin': 'Admin Dashboard',
  '/analytics': 'Analytics',
  '/shared-figures': 'Shared figures',
  '/blog-admin': 'Royal archives',
  '/blog-admin/decree': 'Issue Royal Decree',
  '/ai-monitor': 'The AI monitor',
  '/sewer-map': 'Sewer Map',
} as const satisfies Record<`/${string}`, string | null>

export type PagePath = keyof typeof TITLES

/** The paths of one fixed segment: '/feed', '/blog-admin'. */
export const fixedPaths = (): string[] => Object.keys(TITLES).filter((path) => /^\/[^/:]+$/.test(path))

/** The five static pages. */
export type LegalPath = Extract<PagePath, '/terms' | '/privacy' | '/guidelines' | '/cookies' | '/disclaimer'>

/** Any other path (product section 2). */
export const NO_PAGE = '404 Page Not Found'
export const NO_POST = 'Post not found'
export const NO_USER = 'User not found'
export const NO_ARTICLE = 'Royal Decree Not Found'

/** The title of the tab: '{title} - {place}', or the place's name alone. `place`: the site's name, or the blog's. */
export const tabTitle = (title: string | null | undefined, place: string): string =>
  title ? `${title} - ${place}` : place

import type { CurrentUserView } from './account.ts'
import type { BlogCardView, BlogPostView } from './blog.ts'
import type { CommentView } from './comments.ts'
import type { ProfileView } from './people.ts'
import type { PostView } from './posts.ts'
import type { LegalPath } from './site.page-titles.ts'

/**
 * A page as the server draws it into its first HTML, with all that stands on it. Everything in it is as its
 * reader gets it by REST: a visitor, or at home the person it is drawn for.
 */
export type FirstPage =
  | { kind: 'landing'; posts: readonly PostView[] }
  | { kind: 'feed'; posts: readonly PostView[] }
  /** '/' of somebody who is signed in: the head of their list, which goes on where `more` says so. */
  | { kind: 'home'; viewer: CurrentUserView; posts: readonly PostView[]; more: boolean }
  | { kind: 'post'; post: PostView; comments: readonly CommentView[] }
  | { kind: 'profile'; profile: ProfileView; posts: readonly PostView[] }
  | { kind: 'blog'; decrees: readonly BlogCardView[] }
  | { kind: 'decree'; decree: BlogPostView }
  | { kind: 'legal'; path: LegalPath }
  | { kind: 'founders' }
  | { kind: 'loading' }
  | { kind: 'missing'; what: 'page' | 'post' | 'user' | 'decree' }

/**
 * What the built page offers the server: the page's markup, for the inside of #root. `path` is the address it
 * stands at.
 */
export type DrawFirstPage = (page: FirstPage, path: string) => string

import { ACCOUNT } from './account.ts'
import { ENTRANCE } from './account-entrance.ts'
import { ADMIN } from './admin.ts'
import { ANALYTICS } from './analytics.ts'
import { BLOG } from './blog.ts'
import { ONLY_DEMO } from './demo.ts'
import { MEDIA } from './media.ts'
import { MESSAGES } from './messages.ts'
import { MODERATION } from './moderation.ts'
import { MONITOR } from './monitor.ts'
import { NOTIFICATIONS } from './notifications.ts'
import { PEOPLE } from './people.ts'
import { POSTS } from './posts.ts'
import type { DemoScreen, Scene, Screen } from './scene.ts'
import { SITE } from './site.ts'

/** Every screen with its states. The longest come first, so that no worker waits for the last of them. */
export const SCREENS: readonly Screen[] = [
  ...ADMIN,
  ...ENTRANCE,
  ...SITE,
  ...POSTS,
  ...PEOPLE,
  ...ACCOUNT,
  ...MESSAGES,
  ...NOTIFICATIONS,
  ...ANALYTICS,
  ...MONITOR,
  ...MEDIA,
  ...MODERATION,
  ...BLOG,
]

/** What the gallery shows. */
export const GALLERY: readonly DemoScreen[] = [
  ...SITE,
  ...ENTRANCE,
  ...POSTS,
  ...MEDIA,
  ...PEOPLE,
  ...MESSAGES,
  ...NOTIFICATIONS,
  ...ACCOUNT,
  ...MODERATION,
  ...BLOG,
  ...ADMIN,
  ...ANALYTICS,
  ...MONITOR,
  ...ONLY_DEMO,
]

/** The states of a screen that `npm test` checks. */
export function everydayScenes({ slow, scenes }: Screen): readonly Scene[] {
  const checked = scenes.filter(isChecked)
  const everyday = checked.filter((scene) => !scene.slow)
  return slow ? everyday.filter(({ axe }) => axe === 'page').slice(0, 1) : everyday
}

/** The states that the slow tests check: of a slow screen all, because one leads to the next. */
export const slowScenes = ({ slow, scenes }: Screen): readonly Scene[] =>
  scenes.filter((scene) => isChecked(scene) && (slow || scene.slow))

export const isChecked = ({ texts, axe }: Scene): boolean => texts !== undefined || axe !== undefined

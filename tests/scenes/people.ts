import { click, clickLink, withoutClipboard, withoutContent, type Act } from './acts.ts'
import { each, type Row, type Screen, type World } from './scene.ts'

const ofBob = ({ bob }: World) => `/u/${bob.handle}`
const TABS: Row[] = each('link', 'Posts', 'Replies', 'Media', 'Likes')

const profile: Screen = {
  screen: 'Profile (/u/{handle}, /profile)',
  who: 'newcomer',
  path: ofBob,
  scenes: [
    {
      state: "another person's",
      picture: 'profile',
      texts: [
        ['heading', 'Bob'],
        ['button', 'Share Profile'],
        ['link', 'Message'],
        ['button', 'Follow'],
        ...TABS,
        ...each('link', 'Following', 'Followers'),
      ],
    },
    {
      state: 'a follow that fails',
      stays: true,
      fails: '**/follow',
      acts: [click('Follow')],
      texts: [['toast', 'Failed to follow user']],
    },
    {
      state: 'a follow, under way',
      stays: true,
      holds: '**/follow',
      acts: [click('Follow')],
      texts: [['button', 'Loading...']],
    },
    { state: 'of somebody the person follows', who: 'ann', texts: [['button', 'Following']] },
    {
      state: 'an unfollow that fails',
      who: 'ann',
      stays: true,
      fails: '**/follow',
      acts: [click('Following')],
      texts: [['toast', 'Failed to unfollow user']],
    },
    {
      state: 'a shared profile',
      who: 'ann',
      stays: true,
      acts: [click('Share Profile')],
      texts: [['toast', 'Profile link copied!']],
    },
    {
      state: 'a profile that cannot be shared',
      who: 'ann',
      stays: true,
      acts: [withoutClipboard, click('Share Profile')],
      texts: [['toast', 'Failed to copy link']],
    },
    { state: 'for visitors', who: 'visitor', axe: 'page' },
    {
      state: "a visitor's follow",
      who: 'visitor',
      stays: true,
      acts: [click('Follow')],
      texts: [['toast', 'Login required: Please log in to follow users']],
    },
    {
      state: 'nobody by that name',
      who: 'visitor',
      path: '/u/nobody_at_all',
      slow: true,
      texts: [
        ['heading', 'User not found'],
        ['link', 'Go back home', '/'],
      ],
    },
    {
      state: 'nobody by that name, signed in',
      who: 'ann',
      path: '/u/nobody_at_all',
      slow: true,
      axe: 'page',
      picture: 'user-not-found',
    },
    {
      state: 'loading',
      who: 'ann',
      holds: '**/api/users/**',
      prepare: withoutContent,
      picture: 'profile-loading',
    },
    { state: 'its menu', who: 'ann', acts: [click('Profile options')], picture: 'profile-menu' },
    {
      state: 'replies',
      who: 'ann',
      path: (world) => `${ofBob(world)}?tab=replies`,
      picture: 'profile-replies',
    },
    {
      state: 'followers',
      who: 'ann',
      path: (world) => `${ofBob(world)}?tab=followers`,
      picture: 'followers',
    },
  ],
}

const ownProfile: Screen = {
  screen: "One's own profile (/profile)",
  who: 'ann',
  path: '/profile',
  scenes: [
    { state: 'posts', axe: 'page', picture: 'profile-own' },
    ...['replies', 'likes', 'followers', 'following'].map((tab) => ({
      state: tab,
      path: `/profile?tab=${tab}`,
      axe: 'page' as const,
    })),
    {
      state: 'no replies',
      who: 'newcomer',
      path: '/profile?tab=replies',
      slow: true,
      texts: [['heading', 'No replies yet']],
    },
    {
      state: 'no media',
      who: 'newcomer',
      path: '/profile?tab=media',
      slow: true,
      axe: 'page',
      texts: [['heading', 'No media posts']],
    },
    {
      state: 'no likes',
      who: 'newcomer',
      path: '/profile?tab=likes',
      slow: true,
      picture: 'likes-empty',
      texts: [['heading', 'No likes yet']],
    },
    {
      state: 'settings',
      acts: [clickLink('Edit Profile')],
      axe: 'page',
      picture: 'profile-settings',
      texts: [
        ...TABS,
        ['link', 'Settings'],
        ...each('field', 'Display name', 'Bio', 'Handle'),
        ['button', 'Save Changes'],
        ['text', '0/160'],
        ['heading', 'Account'],
        ...each('text', 'Email', 'Account created'),
        ['heading', 'Danger Zone'],
        ['button', 'Log Out'],
      ],
    },
  ],
}

/** Goes on to the step with this title. The first steps may be open, and on this device they may have begun already. */
const openStep =
  (title: string): Act =>
  async (page) => {
    const line = page.getByRole('button', { name: 'Continue', exact: true })
    await line.or(page.getByRole('button', { name: 'Dismiss the first steps' })).waitFor()
    if (await line.isVisible()) await line.click()
    const steps = page.getByRole('region').filter({ hasText: 'Be presented at court' })
    const wanted = steps.getByRole('heading', { name: title })
    await steps.waitFor()
    while (!(await wanted.isVisible())) {
      const shown = await steps.getByRole('heading').innerText()
      await steps.getByRole('button', { name: 'Next' }).click()
      await steps.getByRole('heading', { name: shown }).waitFor({ state: 'detached' })
    }
  }
const STEP = each('button', 'Dismiss the first steps')

const firstSteps: Screen = {
  screen: 'First steps (/)',
  who: 'fresh',
  path: '/',
  slow: true,
  scenes: [
    {
      state: 'a line',
      picture: 'first-steps',
      axe: 'page',
      texts: [
        ['text', 'Be presented at court'],
        ['button', 'Continue'],
      ],
    },
    {
      state: 'picture and bio',
      acts: [openStep('Show your face')],
      picture: 'first-steps-face',
      axe: 'page',
      texts: [['field', 'Bio'], ...each('button', 'Choose a picture', 'Next'), ...STEP],
    },
    {
      state: 'people to follow',
      acts: [openStep('Find your court')],
      picture: 'first-steps-people',
      axe: 'page',
      texts: [['button', 'Next'], ...STEP],
    },
    {
      state: 'the first post',
      acts: [openStep('Leave your first drop')],
      picture: 'first-steps-drop',
      axe: 'page',
      texts: [['button', 'My first confession from this seat…'], ...STEP],
    },
  ],
}

export const PEOPLE: readonly Screen[] = [profile, ownProfile, firstSteps]

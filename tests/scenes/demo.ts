import { Secret, TOTP } from 'otpauth'
import {
  choosePicture,
  click,
  clickLink,
  fill,
  inOrder,
  press,
  waitForRole,
  waitForText,
  write,
  type Act,
} from './acts.ts'
import { addVirtualAuthenticator } from '#tests/e2e/support/virtual-authenticator.ts'
import type { DemoScreen, DemoWorld } from './scene.ts'

/** The password of everybody in the demo world. */
const PASSWORD = 'flush-the-crown-7'
export const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** Opens the registration form, and from there the provider that replaces Google. */
const comeFromGoogle: Act = async (page) => {
  await clickLink('Sign up with Google')(page)
  await page.locator('input[name=login]').fill('greta@people.example')
  await page.locator('input[name=password]').fill('anything')
  await page.locator('[type=submit]').click()
  await click('Continue')(page)
  await page.waitForURL('**/register/google')
  await waitForText(/^Google says you are/)(page)
}
const enterSecondStep = inOrder(
  fill('Email', 'gustav_guarded@court.example'),
  fill('Password', PASSWORD),
  press('Enter'),
  waitForText('Not you?'),
)

const login: DemoScreen = {
  screen: 'Log-in of people with a history',
  who: 'visitor',
  path: '/login',
  scenes: [
    {
      state: 'a banned person',
      acts: [
        fill('Email', 'count_drainula@court.example'),
        fill('Password', PASSWORD),
        press('Enter'),
        waitForText(/banned/),
      ],
      picture: 'login-banned',
    },
    { state: 'the second step', acts: [enterSecondStep], picture: 'login-second' },
    {
      state: 'a wrong code',
      acts: [enterSecondStep, fill('Code', '000000'), press('Enter'), waitForText(/^That code is not right/)],
      picture: 'login-second-wrong',
    },
    {
      state: 'a handle is picked after Google',
      path: '/register/google',
      acts: [comeFromGoogle],
      picture: 'register-google',
    },
  ],
}

let registered = 0
/**
 * Registers somebody in this browser, so that no proof is required yet, and opens the settings. By a host
 * name, because an IP address cannot have passkeys.
 */
const openSettingsOfNewAccount: Act = async (page) => {
  const site = new URL(page.url().replace('127.0.0.1', 'localhost')).origin
  const handle = `just_arrived_${registered++}`
  const data = { email: `${handle}@court.example`, handle, displayName: 'Just arrived', password: PASSWORD }
  await page.request.post(`${site}/api/auth/register`, { data, headers: { 'sec-fetch-site': 'same-origin' } })
  await page.goto(`${site}/settings?section=security`)
}
const setUpApp = inOrder(openSettingsOfNewAccount, click('Set up app'), (page) =>
  page.getByRole('img', { name: /^QR code/ }).scrollIntoViewIfNeeded(),
)
const turnOnApp: Act = async (page) => {
  const card = page.locator('section', { hasText: 'Second lock' })
  const secret = (await card.locator('.font-mono').innerText()).replaceAll(' ', '')
  await card.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await card.getByRole('button', { name: 'Turn it on' }).click()
  await card.getByRole('heading', { name: 'Your recovery codes' }).scrollIntoViewIfNeeded()
}
const addPasskey: Act<DemoWorld> = async (page, world) => {
  await addVirtualAuthenticator(page)
  await inOrder(
    click('Add passkey'),
    fill('Name of the passkey', 'The phone in my bathrobe'),
    click('Make passkey'),
    click('I have saved them'),
  )(page, world)
  await page.getByRole('heading', { name: 'Recovery codes' }).scrollIntoViewIfNeeded()
}

const secondFactor: DemoScreen = {
  screen: 'Second factor',
  who: 'protected',
  path: '/settings?section=security',
  scenes: [
    { state: 'in the settings', picture: 'settings-guarded', tall: true },
    {
      state: 'an authenticator app is set up',
      who: 'visitor',
      path: '/login',
      acts: [setUpApp],
      picture: 'settings-app',
    },
    {
      state: 'recovery codes',
      who: 'visitor',
      path: '/login',
      acts: [setUpApp, turnOnApp],
      picture: 'settings-recovery-codes',
    },
    {
      state: 'passkeys',
      who: 'visitor',
      path: '/login',
      acts: [openSettingsOfNewAccount, addPasskey],
      picture: 'settings-passkeys',
    },
    {
      state: 'a proof before an export',
      path: '/privacy-settings',
      acts: [click('Export My Data'), (page) => page.getByLabel('Current password').waitFor()],
      picture: 'proof',
    },
  ],
}

const strict: DemoScreen = {
  screen: 'Strict settings',
  who: 'unconfirmed',
  path: '/',
  strict: true,
  scenes: [
    { state: 'an unconfirmed address', picture: 'confirm-banner' },
    {
      state: 'an admin without a second factor',
      who: 'admin',
      path: '/admin',
      picture: 'admin-door',
      tall: true,
    },
  ],
}

const sanctions: DemoScreen = {
  screen: 'Sanctions and appeals',
  who: 'suspended',
  path: '/compose',
  scenes: [
    {
      state: 'writing while suspended',
      acts: [
        write('Top Crap Talk', 'I have things to say.'),
        click(/Flush it/),
        waitForText(/You are suspended until/),
      ],
      picture: 'suspended',
    },
    { state: 'an appeal', path: ({ cases }) => `/appeal/${cases.open}`, picture: 'appeal' },
    {
      state: 'an appeal that was sent',
      path: ({ cases }) => `/appeal/${cases.appealed}`,
      picture: 'appeal-sent',
    },
    {
      state: 'a post in the review queue',
      who: 'spammer',
      path: '/',
      acts: [waitForText('Waiting for the guards')],
      picture: 'waiting',
    },
  ],
}

const media: DemoScreen = {
  screen: 'Pictures and warnings',
  who: 'ann',
  path: ({ warned }) => `/p/${warned.id}`,
  scenes: [
    { state: 'a content warning', picture: 'warning' },
    { state: 'the content behind the warning', acts: [click(/Show it/)], picture: 'warning-opened' },
    {
      state: 'an enlarged picture',
      path: ({ post }) => `/p/${post.id}`,
      acts: [click(/^Enlarge photo/), waitForRole('dialog')],
      picture: 'lightbox',
    },
    {
      state: 'a post about a picture',
      path: '/',
      acts: [
        choosePicture,
        write('Top Crap Talk 💩', 'Somebody left the tap on.'),
        click('Content warning'),
        waitForText('Some people cannot see pictures.'),
      ],
      picture: 'composer-picture',
    },
    {
      state: 'an upload, on another page',
      path: '/',
      holds: '**/api/media/upload?*',
      acts: [choosePicture, clickLink(/^Messages/), waitForText('the-duke-at-sea.png')],
      picture: 'upload-tray',
    },
  ],
}

const people: DemoScreen = {
  screen: 'People of the demo world',
  who: 'ann',
  path: '/u/king_flush',
  scenes: [
    { state: 'a profile with a banner', picture: 'profile-king' },
    {
      state: 'a profile with a long name',
      path: '/u/a_very_long_name_at_court_xxx',
      picture: 'profile-long',
    },
    { state: 'a profile from right to left', path: '/u/rami_flushed', picture: 'profile-rtl' },
    { state: 'media', path: '/u/king_flush?tab=media', picture: 'profile-media' },
  ],
}

const openThread: Act = async (page) => {
  await page
    .getByRole('complementary', { name: 'Conversations' })
    .getByRole('link', { name: '@duke_ducky' })
    .click()
  await page.getByPlaceholder('Write a message').waitFor()
}
const selectTwo: Act = async (page) => {
  await click('Select')(page)
  for (const at of [0, 1]) await page.getByRole('main').getByRole('checkbox').nth(at).check()
}

const inbox: DemoScreen = {
  screen: 'Conversations and notifications of the demo world',
  who: 'admin',
  path: '/messages',
  scenes: [
    { state: 'a picture in a conversation', acts: [openThread], picture: 'thread-media' },
    {
      state: 'a picture for a conversation',
      who: 'ann',
      acts: [openThread, choosePicture, write('Write a message', 'Exhibit B. It was like this when I came.')],
      picture: 'thread-writing',
    },
    {
      state: 'two selected notifications',
      path: '/notifications',
      acts: [selectTwo],
      picture: 'notifications-chosen',
    },
  ],
}

const SEAT = 'Revise On the keeping of the seat'
/** Another admin saves the same blog post meanwhile. */
const saveAsAnother: Act = async (page) => {
  const found = await page.request.get('/api/blog/posts/on-the-keeping-of-the-seat')
  const { id, excerpt } = (await found.json()) as { id: string; excerpt: string }
  await page.request.patch(`/api/blog/posts/${id}`, {
    data: { excerpt: `${excerpt.replace(/ Still\.$/, '')} Still.` },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
}

const blog: DemoScreen = {
  screen: 'Blog posts and their editor',
  who: 'admin',
  path: '/blog-admin',
  scenes: [
    { state: 'the editor', picture: 'blog-admin' },
    {
      state: 'a new post without a text',
      acts: [clickLink('Issue Royal Decree'), click('Save draft'), waitForText('Royal content is required')],
      picture: 'decree-new',
    },
    {
      state: 'the editor beside its preview',
      acts: [clickLink(SEAT), waitForText('Revise Decree')],
      picture: 'decree-editor',
    },
    {
      state: 'a post that two admins have revised',
      acts: [
        clickLink(SEAT),
        waitForText('Revise Decree'),
        saveAsAnother,
        fill(/^Title/, 'On the keeping of the seat, revised'),
        click('Revise Decree'),
        waitForText(/Somebody else has revised/),
      ],
      picture: 'decree-conflict',
    },
  ],
}

/** Screens that only the demo world has. */
export const ONLY_DEMO: readonly DemoScreen[] = [
  login,
  secondFactor,
  strict,
  sanctions,
  media,
  people,
  inbox,
  blog,
]

import { DEMO_PASSWORD } from '../../seed/cast.ts'
import { codeOf } from '../guarded.ts'
import { click, inOrder, press, says, scenesOf, type, write, type Scene } from '../scene.ts'

const courtier = scenesOf('courtier')
const guarded = scenesOf('guarded')
const peddler = scenesOf('peddler')
const unconfirmed = scenesOf('unconfirmed')
const visitor = scenesOf('visitor')
const offender = scenesOf('offender')

const openDeletion = click('Delete My Account')

let newcomers = 0
/**
 * Somebody registers in this browser, so that no proof is asked for yet, and opens the settings. By a name:
 * no IP address has passkeys.
 */
const newInSettings: Scene['act'] = async (page) => {
  const site = new URL(page.url().replace('127.0.0.1', 'localhost')).origin
  const handle = `just_arrived_${newcomers++}`
  const data = {
    email: `${handle}@court.example`,
    handle,
    displayName: 'Just arrived',
    password: DEMO_PASSWORD,
  }
  await page.request.post(`${site}/api/auth/register`, { data, headers: { 'sec-fetch-site': 'same-origin' } })
  await page.goto(`${site}/settings`)
}
const setUpApp = inOrder(newInSettings, click('Set up app'), (page) =>
  page.getByRole('img', { name: /^QR code/ }).scrollIntoViewIfNeeded(),
)
const turnAppOn: Scene['act'] = async (page) => {
  const card = page.locator('section', { hasText: 'Second lock' })
  const secret = (await card.locator('.font-mono').innerText()).replaceAll(' ', '')
  await card.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await card.getByRole('button', { name: 'Turn it on' }).click()
  await card.getByRole('heading', { name: 'Your recovery codes' }).scrollIntoViewIfNeeded()
}
const addPasskey: Scene['act'] = async (page, props) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  await inOrder(
    click('Add passkey'),
    type('Name of the passkey', 'The phone in my bathrobe'),
    click('Make passkey'),
    click('I have kept them'),
  )(page, props)
  await page.getByRole('heading', { name: 'Recovery codes' }).scrollIntoViewIfNeeded()
}
const logInGuarded = inOrder(
  type('Email', 'gustav_guarded@court.example'),
  type('Password', DEMO_PASSWORD),
  press('Enter'),
  says('Not you?'),
)

/** One's own account, and what is done to those who misbehave. */
export const ACCOUNT: readonly Scene[] = [
  courtier('settings', 'Settings', '/settings', { tall: true }),
  courtier('settings-email', 'Settings, another email', '/settings', click('Change email')),
  courtier(
    'settings-password',
    'Settings, another password',
    '/settings',
    inOrder(
      click('Change password'),
      type('New password', 'short'),
      type('Confirm password', 'other'),
      press('Enter'),
    ),
  ),
  guarded('settings-guarded', 'Settings, with a second lock', '/settings', { tall: true }),
  visitor('settings-app', 'Settings, an authenticator app', '/login', setUpApp),
  visitor('settings-recovery-codes', 'Settings, recovery codes', '/login', inOrder(setUpApp, turnAppOn)),
  visitor('settings-passkeys', 'Settings, passkeys', '/login', inOrder(newInSettings, addPasskey)),
  visitor('login-second', 'Log in, the second step', '/login', logInGuarded),
  visitor(
    'login-second-wrong',
    'Log in, a wrong code',
    '/login',
    inOrder(logInGuarded, type('Code', '000000'), press('Enter'), says(/^That code is not right/)),
  ),
  guarded(
    'proof',
    'A proof before something weighty',
    '/privacy-settings',
    inOrder(click('Export My Data'), (page) => page.getByLabel('Current password').waitFor()),
  ),
  unconfirmed('confirm-banner', 'An address that waits to be confirmed', '/', { strict: true }),
  peddler('waiting', 'A post that waits for the guards', '/', says('Waiting for the guards')),
  courtier('privacy-settings', 'Privacy settings', '/privacy-settings', { tall: true }),
  courtier('privacy-deletion', 'Leaving, the second step', '/privacy-settings', {
    tall: true,
    act: inOrder(openDeletion, type(/to confirm$/, 'sir_plunge')),
  }),
  offender(
    'suspended',
    'Writing while suspended',
    '/compose',
    inOrder(
      write('Top Crap Talk', 'I have things to say.'),
      click(/Flush it/),
      says(/You are suspended until/),
    ),
  ),
  offender('appeal', 'An appeal', ({ cases }) => `/appeal/${cases.open}`),
  offender('appeal-sent', 'An appeal that waits', ({ cases }) => `/appeal/${cases.appealed}`),
]

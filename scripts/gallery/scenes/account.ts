import { click, inOrder, press, says, scenesOf, type, write, type Scene } from '../scene.ts'

const courtier = scenesOf('courtier')
const offender = scenesOf('offender')

const openDeletion = click('Delete My Account')

/** One's own account, and what is done to those who misbehave. */
export const ACCOUNT: readonly Scene[] = [
  courtier('settings', 'Settings', '/settings', { tall: true }),
  courtier('settings-email', 'Settings, another email', '/settings', click('Change email')),
  courtier('settings-password', 'Settings, another password', '/settings', inOrder(click('Change password'), type('New password', 'short'), type('Confirm password', 'other'), press('Enter'))),
  courtier('privacy-settings', 'Privacy settings', '/privacy-settings', { tall: true }),
  courtier('privacy-deletion', 'Leaving, the second step', '/privacy-settings', { tall: true, act: inOrder(openDeletion, type(/to confirm$/, 'sir_plunge')) }),
  offender('suspended', 'Writing while suspended', '/compose', inOrder(write('Top Crap Talk', 'I have things to say.'), click(/Flush it/), says(/You are suspended until/))),
  offender('appeal', 'An appeal', ({ cases }) => `/appeal/${cases.open}`),
  offender('appeal-sent', 'An appeal that waits', ({ cases }) => `/appeal/${cases.appealed}`),
]

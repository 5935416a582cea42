import { afterAll, describe } from 'vitest'
import { shareServerWith } from '#tests/support/server.ts'
import { mailServer } from '#tests/support/shared-mail-server.ts'

// All mails go to a real mail server.
shareServerWith({
  env: {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'The Palace <post@palace.example>',
    CONFIRM_ADDRESS: 'off',
  },
})
afterAll(() => mailServer.close())

describe('Recovery', async () => void (await import('./account/recovery-smtp.cases.ts')))
describe('Decrees', async () => void (await import('./blog/mails.cases.ts')))
describe('Notifications', async () => void (await import('./notifications/digest.cases.ts')))
describe('Notifications that meet something', async () =>
  void (await import('./notifications/digest-meetings.cases.ts')))

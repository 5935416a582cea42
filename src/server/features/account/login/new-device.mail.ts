import type { Request } from 'express'
import { BRAND } from '#contract/brand.ts'
import { config } from '#server/platform/config.ts'
import { mailKind } from '#server/platform/mail/post-office.ts'
import { addressOf } from '#server/features/people/users/new-email.service.ts'
import { describeDevice } from './device.ts'

type About = Readonly<{ userId: string; device: string; country: string; at: string }>

/** Tells a person of a log-in on a device that they were never seen on. */
export const postNewDevice = mailKind<About>('new-device', async ({ userId, device, country, at }) => {
  const account = await addressOf(userId)
  return (
    account && {
      to: account.email,
      subject: `A new device on your ${BRAND.name} account`,
      title: 'Somebody new sat down',
      words: [
        `@${account.handle} was logged in on a device we had not seen before: ${device}, ${country}, ${at}.`,
      ],
      button: { label: 'Look at your sessions', url: `${config.PUBLIC_URL}/settings` },
      afterwards: [
        'If it was you, do nothing.',
        'If it was not you, log out everywhere else and set another password there.',
      ],
    }
  )
})

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' })

/** What the mail says of the device that this request comes from. */
export function aboutDevice(userId: string, req: Request): About {
  const { browser, system, country } = describeDevice(req)
  const device = [browser ?? 'a browser that does not say its name', system && `on ${system}`]
    .filter(Boolean)
    .join(' ')
  return {
    userId,
    device,
    country: country === 'Unknown' ? 'from an unknown country' : `from ${COUNTRIES.of(country)}`,
    at: new Date().toUTCString(),
  }
}

import type { SessionEntryView } from '#contract/account.settings.ts'
import { LOCALE } from '#client/ui/locale.ts'

type Device = Pick<SessionEntryView, 'browser' | 'system' | 'device' | 'country'>

const KINDS = { mobile: 'Phone', tablet: 'Tablet', desktop: 'Computer' } as const
const regions = new Intl.DisplayNames(LOCALE, { type: 'region' })

/** 'Firefox on Windows', or the kind of device when the browser is unknown. */
export const deviceName = ({ browser, system, device }: Device): string =>
  [browser ?? KINDS[device], system].filter(Boolean).join(' on ')

/** The name of the country; empty when it is unknown. */
export const placeName = ({ country }: Device): string =>
  country === 'Unknown' ? '' : (regions.of(country) ?? country)

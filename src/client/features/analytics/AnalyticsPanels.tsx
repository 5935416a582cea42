import { Monitor, Smartphone, Tablet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Device, RealtimeAnalyticsView } from '#contract/analytics.ts'
import { counted } from '#contract/plural.ts'
import { Card } from '#client/ui/Card.tsx'
import { Num } from '#client/ui/Num.tsx'
import { LOCALE } from '#client/ui/locale.ts'

/** First five pages, each bar scaled to the largest; the blank page is the homepage (product section 2). */
export const TopPages = ({ pages }: { pages: RealtimeAnalyticsView['topPages'] }) => {
  const most = Math.max(1, ...pages.map(({ views }) => views))
  return (
    <Card title="Top Pages">
      {pages.length === 0 && <None>No page view data available</None>}
      <ul className="grid gap-3 *:min-w-0">
        {pages.slice(0, 5).map(({ page, views }) => (
          <li key={page}>
            <p className="flex items-baseline justify-between gap-3 text-sm">
              <span className="one-line">{page === '' || page === '/' ? 'Homepage' : page}</span>
              <Num value={views} />
            </p>
            <div className="mt-1 h-1.5 rounded-full bg-wash">
              <div
                className="h-full rounded-full bg-chart-1 transition-[width] duration-200"
                style={{ width: `${(views / most) * 100}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const regions = new Intl.DisplayNames(LOCALE, { type: 'region' })
/** A country in the reader's language. */
export const countryName = (code: string) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code)

/** First five countries of the active people. */
export const TopCountries = ({ countries }: { countries: RealtimeAnalyticsView['topCountries'] }) => (
  <Card title="Top Countries">
    {countries.length === 0 && <None>No country data available</None>}
    <ul className="grid gap-3 *:min-w-0">
      {countries.slice(0, 5).map(({ country, users }) => (
        <li key={country} className="flex items-baseline justify-between gap-3 text-sm">
          <span className="one-line">{countryName(country)}</span>
          <span className="tabular shrink-0 text-ink-soft">{counted(users, 'user')}</span>
        </li>
      ))}
    </ul>
  </Card>
)

const DEVICES: Record<Device, { icon: ReactNode; name: string }> = {
  mobile: { icon: <Smartphone />, name: 'Mobile' },
  tablet: { icon: <Tablet />, name: 'Tablet' },
  desktop: { icon: <Monitor />, name: 'Desktop' },
}

/** Kinds of devices, as a share of the active people. */
export const DeviceBreakdown = ({ devices }: { devices: RealtimeAnalyticsView['devices'] }) => {
  const all = devices.reduce((sum, { users }) => sum + users, 0)
  return (
    <Card title="Device Breakdown">
      {all === 0 && <None>No device data available</None>}
      <ul className="grid gap-3 *:min-w-0">
        {devices.map(({ device, users }) => (
          <li key={device} className="flex items-center gap-3 text-sm [&_svg]:size-5">
            {DEVICES[device].icon}
            <span className="me-auto">{DEVICES[device].name}</span>
            <span className="tabular text-ink-soft">{((users / Math.max(1, all)) * 100).toFixed(1)}%</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const None = ({ children }: { children: ReactNode }) => <p className="text-sm text-ink-faint">{children}</p>

import type { AnalyticsService } from './analytics.ts'
import { onConsentWithdrawn } from './counted.ts'
import { onReset } from './registry.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/**
 * Loads Google's tag and returns what passes page views and events on to it; `onStop` is called when it must
 * get no more. Called only in a document that the server made for somebody who has consented (DECISIONS row
 * 18); its Content-Security-Policy permits the tag.
 */
export function startGoogleTag(id: string, onStop: () => void): AnalyticsService {
  window.dataLayer = []
  // The tag reads `arguments` objects and ignores arrays.
  const gtag: (...command: unknown[]) => void = function () {
    // oxlint-disable-next-line prefer-rest-params
    window.dataLayer?.push(arguments)
  }
  gtag('js', new Date())
  // Without an explicit address it would read the query, which can hold secrets.
  const addressOf = (path: string) => ({ page_location: location.origin + path, page_referrer: '' })
  gtag('set', addressOf(location.pathname))
  gtag('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  })
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
  document.head.append(script)
  const stop = () => {
    onStop()
    // Google's own switch.
    Object.assign(window, { [`ga-disable-${id}`]: true })
    removeCookies()
  }
  onConsentWithdrawn(stop)
  // Somebody else is signed in now, or nobody.
  onReset(stop)
  return {
    pageView: (path) => {
      gtag('set', addressOf(path))
      gtag('event', 'page_view')
    },
    event: ({ category, label }) =>
      gtag('event', `${category} ${label}`.replaceAll(' ', '_'), {
        event_category: category,
        event_label: label,
      }),
  }
}

function removeCookies(): void {
  for (const pair of document.cookie.split('; ')) {
    const [name = ''] = pair.split('=')
    if (!name.startsWith('_ga')) continue
    const end = `${name}=; Max-Age=0; path=/`
    document.cookie = end
    // It sets them for the whole domain.
    document.cookie = `${end}; domain=${location.hostname}`
    document.cookie = `${end}; domain=${location.hostname.split('.').slice(-2).join('.')}`
  }
}

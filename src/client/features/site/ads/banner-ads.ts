/** Joke ads of the banner; no backend, no tracking, no shame (product section 1). */
export const BANNER_ADS = [
  { title: 'ThronePro 9000', line: 'Heated. Bluetooth. Judges you silently.' },
  { title: 'One-Ply Insurance', line: 'Covers what your paper will not.' },
  { title: 'Duck-as-a-Service', line: 'Unlimited squeaks. Cancel any time, it will remember.' },
  { title: 'Scent of Denial', line: 'The air freshener for people who were never here.' },
  { title: 'Plunge & Co.', line: 'Knighthoods from 9.99. Rubber cup not included.' },
] as const

/** How long one ad stays, in ms (product section 9). */
export const AD_ROTATION = 8_000

/**
 * The list as the page shows it. The worker puts it into the document of a start without a network, so that it stands
 * there before any code runs (offline/worker.js).
 */
export interface ListPicture {
  html: string
  /** The style sheet that it needs: another build may look different. */
  sheet: string
  /** Until when all its words may be shown, epoch ms. */
  until: number
}

/** More fit on no usual screen, and each is a millisecond on a slow phone. */
const ROWS = 12

/** Null while the page shows anything but the whole list. */
export function pictureOfList(until: number): ListPicture | null {
  const root = document.getElementById('root')
  const sheet = document.querySelector('link[rel="stylesheet"]')?.getAttribute('href')
  const isList = location.pathname === '/messages' && location.search === ''
  if (!root || !sheet || !isList || !root.querySelector('aside li')) return null
  // A search shows a part of it.
  if (root.querySelector<HTMLInputElement>('aside input')?.value) return null
  const picture = root.cloneNode(true) as HTMLElement
  // What is true for this moment only, and what only the network has.
  for (const one of picture.querySelectorAll('[role="status"], [role="alert"]')) one.remove()
  for (const row of [...picture.querySelectorAll('aside li')].slice(ROWS)) row.remove()
  for (const time of picture.querySelectorAll('time')) time.textContent = ''
  for (const image of picture.querySelectorAll('img')) image.removeAttribute('src')
  return { html: picture.innerHTML, sheet, until }
}

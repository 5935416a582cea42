import { houseName } from '#server/shared/site-settings/house-name.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { escaped } from '#server/platform/markup.ts'
import type { ExportedThing } from '#server/shared/feature.ts'
import { clock } from '#server/platform/clock.ts'
import { exportSections } from './export-data.ts'

/** The path of a media file in the archive; '' for a foreign address. */
export const pathInArchive = (mediaUrl: unknown): string => {
  const name = /^\/api\/media\/direct\/([0-9a-f]{32})(?:-\w+)?\.(\w+)$/.exec(plain(mediaUrl))
  return name ? `files/${name[1]}.${name[2]}` : ''
}

/** The export as one HTML page, which needs only the files beside it; read while it is written. */
export async function* exportPage(account: CurrentUserView, now = clock.date()): AsyncGenerator<string> {
  yield head(account, now)
  for (const { title, rows } of Object.values(exportSections(account.id))) {
    yield `<section><h2>${escaped(title)}</h2>\n`
    let count = 0
    for await (const row of rows()) {
      count++
      yield thing(row)
    }
    yield count === 0 ? '<p class="none">Nothing.</p></section>\n' : '</section>\n'
  }
  yield '</main></body></html>\n'
}

const head = (
  { displayName, handle, email, bio, createdAt, avatarUrl }: CurrentUserView,
  now: Date,
): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${displayName} (@${handle}) - ${houseName()}`)}</title>
<style>${STYLE}</style></head>
<body><main><header>${picture(avatarUrl, '')}<div><h1>${escaped(displayName)}</h1><p>@${escaped(handle)} &middot; ${escaped(email)}</p><p>${escaped(bio)}</p>
<p class="small">Here since ${time(createdAt)}. Everything ${escaped(houseName())} knew of you on ${time(now)}. Of messages that others wrote to you: who and when.</p></div></header>
`

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#fbf8f3,#1a1220);color:light-dark(#24142a,#f3ecf6)}
main{max-width:720px;margin:0 auto;padding:24px 16px}h1,h2{font-family:Georgia,serif}header{display:flex;gap:16px;align-items:flex-start}header img{width:96px;height:96px;border-radius:50%;object-fit:cover}
article{border:1px solid light-dark(#e7ded5,#43334d);border-radius:12px;padding:12px 16px;margin:12px 0;overflow-wrap:anywhere}article p{margin:0 0 8px;white-space:pre-wrap}
img,video{max-width:100%;border-radius:8px}dl{display:grid;grid-template-columns:auto 1fr;gap:2px 12px;margin:0;font-size:14px}dt,.small,.none{color:light-dark(#6f6074,#b5a5bd)}dd{margin:0}
@media print{article{break-inside:avoid}}`

/** The text, then the media, then the facts. */
function thing({
  text,
  content,
  mediaUrl,
  mediaType,
  altText,
  morePictures,
  ...facts
}: ExportedThing): string {
  const words = text ?? content
  const shown = mediaUrl
    ? mediaType === 'audio' || facts['kind'] === 'audio'
      ? player('audio', mediaUrl)
      : mediaType === 'video' || facts['kind'] === 'video'
        ? player('video', mediaUrl)
        : picture(mediaUrl, altText)
    : ''
  const paragraph = words ? `<p>${escaped(plain(words))}</p>` : ''
  const list = Object.entries(facts).map(fact).join('')
  return `<article>${paragraph}${shown}${furtherPictures(morePictures)}<dl>${list}</dl></article>\n`
}

function picture(mediaUrl: unknown, altText: unknown): string {
  const place = pathInArchive(mediaUrl)
  return place && `<img src="${place}" alt="${escaped(plain(altText ?? ''))}" loading="lazy">`
}

const furtherPictures = (pictures: unknown): string =>
  Array.isArray(pictures)
    ? pictures.map(({ mediaUrl, altText }: Record<string, unknown>) => picture(mediaUrl, altText)).join('')
    : ''

function player(element: 'audio' | 'video', mediaUrl: unknown): string {
  const place = pathInArchive(mediaUrl)
  return place && `<${element} src="${place}" controls preload="none"></${element}>`
}

/** Ids are of no use on a page; the JSON has them. */
const FOR_MACHINES = /^id$|Id$/

function fact([name, value]: [string, unknown]): string {
  const words = FOR_MACHINES.test(name) || value === false ? '' : shown(value)
  return words && `<dt>${escaped(inWords(name))}</dt><dd>${words}</dd>`
}

/** 'commentCount' becomes 'Comment count'. */
const inWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function shown(value: unknown): string {
  if (value instanceof Date) return time(value)
  const place = pathInArchive(value)
  if (place) return `<a href="${place}">${place}</a>`
  return escaped(
    isCounts(value)
      ? Object.entries(value)
          .map((pair) => pair.join(' '))
          .join(', ')
      : plain(value),
  )
}

const isCounts = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function time(at: Date | string): string {
  const iso = new Date(at).toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

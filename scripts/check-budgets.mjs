// Adds up the JavaScript that a first page loads, gzip, from the build's manifest, and fails above the budget
// (PERFORMANCE, Targets). These pages are drawn by the server: before that they load first.js alone, and all else
// after it. The socket's library, which every page fetches of itself once it is hydrated, is shown beside it; what
// waits for a touch or an idle moment (menus, dialogs, checks of a form) is not counted.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = path.resolve(import.meta.dirname, '../dist/client')
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'))

const SOCKET = 'node_modules/socket.io-client/'
/** budget: kB, 5 % above what was measured when it was set. most: script requests. */
const PAGES = [
  { page: '/ (visitor)', budget: 135, most: 12, parts: ['index.html', 'app/LandingRoute.tsx'] },
  {
    page: '/ (signed in)',
    budget: 156,
    most: 14,
    parts: ['index.html', 'app/layout/Shell.tsx', 'features/posts/feed/HomePage.tsx'],
  },
  { page: '/login', budget: 109, most: 10, parts: ['index.html', 'features/account/login/LoginPage.tsx'] },
]
/** kB of the script that runs before a page is drawn. */
const DRAW_BUDGET = 2

/** The manifest's key of a part: sources are named relative to src/client, packages by where they lie. */
function keyOf(part) {
  const key = Object.keys(manifest).find(
    (name) => name === part || (part.startsWith('node_modules/') && name.includes(part)),
  )
  if (!key) throw new Error(`The build has no ${part}: mend the list in scripts/check-budgets.mjs.`)
  return key
}

/** Every file a part needs before it can run. */
function filesOf(key, seen = new Set()) {
  const entry = manifest[key]
  if (seen.has(entry.file)) return seen
  seen.add(entry.file)
  for (const next of entry.imports ?? []) filesOf(next, seen)
  return seen
}

const kilobytes = (file) => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length / 1000

/** The scripts that these parts need. */
const scriptsOf = (parts) =>
  [...new Set(parts.flatMap((part) => [...filesOf(keyOf(part))]))].filter((file) => file.endsWith('.js'))

/** kB of all scripts that these parts need. */
const weigh = (parts) => scriptsOf(parts).reduce((sum, file) => sum + kilobytes(file), 0)

/** kB that a part needs beside what is here already. */
function weighMore(part, here) {
  const known = new Set(here.flatMap((one) => [...filesOf(one)]))
  return [...filesOf(part)]
    .filter((file) => file.endsWith('.js') && !known.has(file))
    .reduce((sum, file) => sum + kilobytes(file), 0)
}

const LAZY_BUDGET = 60
/** Every page that is fetched when it is gone to, beside the frame that it stands in. */
const lazy = Object.keys(manifest)
  .filter((name) => manifest[name].isDynamicEntry && /^(?:features|app)\/.*Pages?\.tsx$/.test(name))
  .map((name) => ({ name, size: weighMore(name, ['index.html', 'app/layout/Shell.tsx']) }))
  .sort((a, b) => b.size - a.size)

const results = PAGES.map(({ page, budget, most, parts }) => {
  const size = weigh(parts)
  // first.js, which every document asks for, is one more.
  const requests = scriptsOf(parts).length + 1
  const within = size <= budget && requests <= (most ?? Infinity)
  return { page, size, budget, requests, withSocket: weigh([...parts, SOCKET]), within }
})

for (const { page, size, budget, requests, withSocket, within } of results) {
  const figures = `${size.toFixed(1).padStart(6)} kB of ${budget} kB gzip JavaScript in ${requests} requests, ${withSocket.toFixed(1)} kB with the socket's library`
  console.log(`${within ? 'ok  ' : 'OVER'} ${page.padEnd(14)} ${figures}`)
}
const first = kilobytes('first.js')
console.log(
  `${first <= DRAW_BUDGET ? 'ok  ' : 'OVER'} before drawing ${first.toFixed(1)} kB of ${DRAW_BUDGET} kB (first.js)`,
)
const tooHeavy = lazy.filter(({ size }) => size > LAZY_BUDGET)
for (const { name, size } of tooHeavy)
  console.log(`OVER ${name}: ${size.toFixed(1)} kB more of ${LAZY_BUDGET} kB`)
if (tooHeavy.length === 0)
  console.log(
    `ok   ${lazy.length} lazy pages: at most ${lazy[0]?.size.toFixed(1)} kB more of ${LAZY_BUDGET} kB (${lazy[0]?.name})`,
  )
if (first > DRAW_BUDGET || lazy.length === 0 || tooHeavy.length > 0 || results.some(({ within }) => !within))
  process.exit(1)

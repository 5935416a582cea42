// Adds up the JavaScript that a first page loads, gzip, from the build's manifest, and fails above the budget
// (PERFORMANCE, Targets). These pages are drawn by the server: before that they load first.js alone. "hydrated" counts
// what the page needs until its buttons work, "in all" also what every such page fetches of itself after that: the
// live layer and the socket's library. What waits for a touch or a push (menus, dialogs, checks of a form) is not
// counted.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = path.resolve(import.meta.dirname, '../dist/client')
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'))

/** The layout, and the table of the pages in it. */
const SHELL = ['app/shell-routes.tsx', 'app/layout/Shell.tsx']
/** Fetched by every page once it is hydrated. */
const AFTERWARDS = [
  'live',
  'app/Afterwards.tsx',
  'app/shell-routes.tsx',
  'app/live-handlers.ts',
  'app/report-errors.ts',
  'node_modules/socket.io-client/',
]
/** Fetched by every page of a signed-in person as well. */
const BADGES = ['badges']

/** budget and total: kB, hydrated and in all, with up to 10 % air, so that only a real gain of weight fails. most: script requests. */
const PAGES = [
  {
    page: '/ (visitor)',
    budget: 118,
    total: 167,
    most: 11,
    parts: ['index.html', 'app/LandingRoute.tsx'],
    later: ['features/posts/feed/NewestDrops.tsx'],
  },
  {
    page: '/ (signed in)',
    budget: 175,
    total: 211,
    most: 15,
    parts: ['index.html', ...SHELL, 'features/posts/feed/HomePage.tsx'],
    later: BADGES,
  },
  {
    page: '/login',
    budget: 109,
    total: 145,
    most: 8,
    parts: ['index.html', 'features/account/login/LoginPage.tsx'],
    later: [],
  },
]
/** kB of the script that runs before a page is drawn. */
const DRAW_BUDGET = 1.1

/**
 * The manifest's key of a part: a source relative to src/client, a package by its path, a file of
 * chunks.config.ts by its name.
 */
function keyOf(part) {
  const key =
    Object.keys(manifest).find(
      (name) => name === part || (part.startsWith('node_modules/') && name.includes(part)),
    ) ?? Object.keys(manifest).find((name) => name.startsWith('_') && manifest[name].name === part)
  if (!key) throw new Error(`The build has no ${part}: correct the list in scripts/check-budgets.mjs.`)
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

/** kB that parts need beside what is here already. */
function weighMore(parts, here) {
  const known = new Set(here.flatMap((one) => [...filesOf(one)]))
  return scriptsOf(parts)
    .filter((file) => !known.has(file))
    .reduce((sum, file) => sum + kilobytes(file), 0)
}

const LAZY_BUDGET = 66.6
/** What a page fetches of itself once it is shown. */
const LATER = { 'features/messages/InboxPage.tsx': ['features/messages/ThreadPane.tsx'] }
const LATER_BUDGET = 70
/** Every page that is fetched when it is gone to, beside the frame that it stands in. */
const lazy = Object.keys(manifest)
  .filter((name) => manifest[name].isDynamicEntry && /^(?:features|app)\/.*Pages?\.tsx$/.test(name))
  .map((name) => ({
    name,
    size: weighMore([name], ['index.html', ...SHELL]),
    all: weighMore([name, ...(LATER[name] ?? [])], ['index.html', ...SHELL]),
  }))
  .sort((a, b) => b.size - a.size)

// first.js, which every document asks for, is one more.
const measure = (parts) => ({
  size: weigh(parts) + kilobytes('first.js'),
  requests: scriptsOf(parts).length + 1,
})

const results = PAGES.map(({ page, budget, total, most, parts, later }) => {
  const hydrated = measure(parts)
  const all = measure([...parts, ...AFTERWARDS, ...later])
  const within = hydrated.size <= budget && hydrated.requests <= most && all.size <= total
  console.log(
    `${within ? 'ok  ' : 'OVER'} ${page.padEnd(14)}`,
    `hydrated: ${hydrated.size.toFixed(1)} kB of ${budget} in ${hydrated.requests} requests of ${most},`,
    `in all: ${all.size.toFixed(1)} kB of ${total} in ${all.requests}`,
  )
  return within
})

const first = kilobytes('first.js')
console.log(
  `${first <= DRAW_BUDGET ? 'ok  ' : 'OVER'} before drawing ${first.toFixed(1)} kB of ${DRAW_BUDGET} kB (first.js)`,
)
const tooHeavy = lazy.filter(({ size, all }) => size > LAZY_BUDGET || all > LATER_BUDGET)
for (const { name, size, all } of tooHeavy)
  console.log(
    `OVER ${name}: ${size.toFixed(1)} kB more of ${LAZY_BUDGET} kB, in all ${all.toFixed(1)} kB of ${LATER_BUDGET} kB`,
  )
if (tooHeavy.length === 0) {
  const most = Math.max(...lazy.map(({ all }) => all))
  console.log(
    `ok   ${lazy.length} lazy pages:`,
    `at most ${lazy[0]?.size.toFixed(1)} kB more of ${LAZY_BUDGET} kB (${lazy[0]?.name}),`,
    `in all ${most.toFixed(1)} kB of ${LATER_BUDGET} kB`,
  )
}
if (first > DRAW_BUDGET || lazy.length === 0 || tooHeavy.length > 0 || results.includes(false))
  process.exit(1)

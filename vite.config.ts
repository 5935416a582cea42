import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import type { BuildEnvironmentOptions, Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Preloads the two latin font files under their hashed names: text is set in its real face at the first
 * paint.
 */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /(?:figtree|fraunces)-latin-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head-prepend' as const,
        })),
  },
})

/** The sheet is asked for before all else: on a slow line what stands first in the head is there first. */
const sheetFirst = (): Plugin => ({
  name: 'sheet-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const sheet = /\n\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? ''
      return html.replace(sheet, '').replace('<head>', () => `<head>${sheet}`)
    },
  },
})

/**
 * With its version: a cached one of an earlier build might not start what this build's documents hold back.
 */
const FIRST = `/first.js?${createHash('sha256')
  .update(readFileSync(here('src/client/public/first.js')))
  .digest('base64url')
  .slice(0, 8)}`

const ownFirst = (): Plugin => ({
  name: 'own-first',
  apply: 'build',
  transformIndexHtml: (html) => html.replace('"/first.js"', `"${FIRST}"`),
})

const OFFLINE = '/offline.html'

/**
 * Writes the service worker, with the files of the shell: what every page needs, the frame around most, and
 * the offline page.
 */
const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const parts = Object.values(bundle).filter(
      (file) =>
        file.type === 'chunk' && (file.isEntry || file.facadeModuleId?.endsWith('/app/layout/Shell.tsx')),
    )
    const scripts = new Set<string>()
    const add = (name: string): void => {
      const file = bundle[name]
      if (scripts.has(name) || file?.type !== 'chunk') return
      scripts.add(name)
      file.imports.forEach(add)
    }
    for (const { fileName } of parts) add(fileName)
    const others = Object.keys(bundle).filter((file) =>
      /style-.*\.css$|-latin-wght-normal.*\.woff2$|mascots.*\.svg$/.test(file),
    )
    const files = [OFFLINE, FIRST, '/favicon.svg', ...[...scripts, ...others].map((file) => `/${file}`)]
    const source = readFileSync(here('src/client/offline/worker.js'), 'utf8').replace(
      '__BUILD__',
      JSON.stringify({ files, offline: OFFLINE }),
    )
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
})

/**
 * Says the order of the layers at the head of every style sheet of ours: whichever arrives first, a
 * component's look stands above the reset and below the utilities.
 */
const layerOrder = (): Plugin => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/client\/(?!styles\/).*\.css$/ },
    handler: (code) => ({ code: `@layer theme, base, components, utilities;\n${code}`, map: null }),
  },
})

/**
 * The light primitives and their icons; not what floats (ui/internal), nor Tabs, which brings Radix along.
 */
const UI_PIECES =
  /src[\\/]client[\\/]ui[\\/](?!internal|showcase|use-form|Tabs\.|Input\.|PasswordInput\.|Checkbox\.|BackBar\.|Progress\.|Table\.|Pager\.|MoreRows\.|clipboard\.|long-date\.)|node_modules[\\/](?:lucide-react[\\/](?!dist[\\/]esm[\\/]icons[\\/](?:image-plus|image-up|image|trash|trash-2|camera|pencil|shield|eye|flag|arrow-up-down|arrow-down|arrow-left|copy|message-square|tablet|smartphone|rotate-ccw|x)\.)|clsx[\\/])/

/** What every page needs, the log-in too. */
const BASE =
  /vite[\\/]preload-helper|src[\\/]client[\\/]ui[\\/](?:toast|in-browser|page-title|lazy-component|rendered-at|useHydrating|when-idle)\.ts|node_modules[\\/]zustand[\\/]|src[\\/]client[\\/](?:features[\\/]account[\\/]data[\\/]viewer|live)[\\/](?!watch|records|lru-map|collection|after-watch|just-now|download|account-deletion|device-data|snapshot|first-fetch|lazy-handlers|viewer\.live)|src[\\/]contract[\\/](?:brand|limits|text|posts\.constants|site\.page-)/

/** Pieces of the design system, and icons, that are not on the first screens. */
const FORM_PIECES =
  /src[\\/]client[\\/]ui[\\/](?:use-form|Input|PasswordInput|Checkbox|BackBar|Progress|Table|Pager|MoreRows|clipboard|long-date)\./
const MORE_ICONS = /node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/

/**
 * What every list of posts is made of, the landing page's shop window included; not what only a composer
 * needs.
 */
const POSTS =
  /src[\\/]client[\\/](?:features[\\/]posts[\\/]data[\\/](?!publish-post|trending[\\/])|features[\\/]posts[\\/]feed[\\/]usePostList|live[\\/](?:watch|records|lru-map|after-watch|just-now))|node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:bell|hash)\./

/** Posts as cards, and the lists of them; not what a menu opens. */
const CARDS =
  /src[\\/]client[\\/]features[\\/]posts[\\/](?:card[\\/](?!EditPostDialog|PostMenuItems|post-menu-actions|share-)|feed[\\/](?:PostList|ListStates|NewDropsPill|useOnScreen|useVirtualRows|FeedFooter))/

/** Small modules that the frame and the home page share: one file compresses better than ten. */
const HOME =
  /src[\\/]client[\\/]features[\\/](?:(?:messages[\\/]data[\\/]conversations\.store|notifications[\\/]data[\\/]notifications\.store|media[\\/]data[\\/]uploads-flag)|(?:posts[\\/]composer[\\/](?:draft\.store|TextCounter)|moderation[\\/]waiting[\\/]WaitingSlot))\.|node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:house|log-out|shield-exclamation-point)\./

/** The page. */
const forBrowsers: BuildEnvironmentOptions = {
  outDir: here('dist/client'),
  emptyOutDir: true,
  // scripts/check-budgets.mjs adds up what each first page loads.
  manifest: true,
  // light-dark() and :has() are used as they are.
  target: ['chrome123', 'firefox128', 'safari17.5'],
  // Inlined files would need data: in the policy, and fonts and pictures are better cached.
  assetsInlineLimit: 0,
  // One sheet for the whole app is small, and no screen waits for its own.
  cssCodeSplit: false,
  modulePreload: { polyfill: false },
  rolldownOptions: {
    input: [here('src/client/index.html'), here('src/client/offline.html')],
    output: {
      codeSplitting: {
        // A group takes along what its modules need, unless a group before it has that already.
        groups: [
          // React changes rarely and is needed first: a chunk of its own stays in the cache over releases.
          { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 9 },
          { name: 'router', test: /node_modules[\\/]react-router(?:-dom)?[\\/]/, priority: 8 },
          { name: 'base', test: BASE, priority: 7 },
          // What screens share of the design system is small in all, and would be thirty requests in pieces.
          { name: 'ui', test: UI_PIECES, minShareCount: 3, priority: 6 },
          // What only forms and longer pages need stays out of what every page loads.
          { name: 'forms', test: FORM_PIECES, priority: 2 },
          { name: 'home', test: HOME, priority: 1 },
          { name: 'icons', test: MORE_ICONS, minShareCount: 3, priority: 0 },
          {
            name: 'query',
            test: /node_modules[\\/]@tanstack[\\/](?:query-core|react-query)[\\/]|src[\\/]client[\\/]app[\\/](?:QueryScope|query-client)\./,
            priority: 5,
          },
          { name: 'posts', test: POSTS, priority: 4 },
          { name: 'cards', test: CARDS, priority: 3 },
        ],
      },
    },
  },
}

/** The drawing of first pages, whole: the server's image needs none of the page's packages for it. */
const forServer: BuildEnvironmentOptions = {
  outDir: here('dist/first-page'),
  emptyOutDir: true,
  ssr: true,
  // Pictures are the page's own; here they are only named.
  emitAssets: false,
  copyPublicDir: false,
  assetsInlineLimit: 0,
  rolldownOptions: {
    input: here('src/client/app/first-page/first-page.tsx'),
    output: { entryFileNames: 'first-page.mjs', chunkFileNames: '[name]-[hash].mjs' },
  },
}

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`

export default defineConfig({
  root: here('src/client'),
  cacheDir: here('node_modules/.vite'),
  plugins: [
    react(),
    layerOrder(),
    tailwindcss(),
    preloadFonts(),
    sheetFirst(),
    ownFirst(),
    serviceWorker(),
    // Served as they lie: the server never compresses a static file itself.
    compression({
      algorithms: ['gzip', 'brotliCompress'],
      threshold: 512,
      exclude: /\.mjs$/,
      logLevel: 'silent',
    }),
  ],
  resolve: {
    // The page allows no inline style sheet; ours adopts a constructed one instead.
    alias: [
      { find: 'react-style-singleton', replacement: here('src/client/ui/internal/style-singleton.ts') },
      // The package names its development build alone, with a warning for everything that could be wrong.
      { find: /^react-router$/, replacement: here('node_modules/react-router/dist/production/index.mjs') },
    ],
  },
  // `vite build` makes both: the page for browsers, and what draws its first HTML for the server.
  builder: {},
  environments: {
    client: { build: forBrowsers },
    ssr: {
      resolve: { noExternal: true },
      build: forServer,
      define: { 'process.env.NODE_ENV': '"production"' },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': server, '/uploads': server, '/socket.io': { target: server, ws: true } },
  },
})

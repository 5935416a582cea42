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

/** Matches modules of a folder by their names, without extension. */
const modules = (folder: string, ...names: string[]): RegExp =>
  new RegExp(`${folder}/(?:${names.join('|')})\\.[a-z]+$`)

const either = (...patterns: RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'))

const packages = (...names: string[]): RegExp => new RegExp(`node_modules/(?:${names.join('|')})/`)

const ICONS = 'lucide-react/dist/esm/icons'

// Each list below is one script file. A module that a first page needs and no list names is a request more; one that
// it does not need is weight. `npm run build && node scripts/check-budgets.mjs` shows both.

/** What the entry and the log-in need: every page loads it. */
const BASE = either(
  /vite\/preload-helper/,
  // The look of Input and Textarea: the file that has it is loaded with either.
  /client\/ui\/Input\.css/,
  packages('clsx'),
  modules('zustand/esm', 'react', 'vanilla'),
  /lucide-react\/dist\/esm\/(?!icons\/)/,
  modules(ICONS, 'eye', 'eye-off', 'triangle-exclamation-point'),
  modules('ui/internal', 'overlay-modules'),
  modules('account/data/viewer', 'session-channel', 'viewer\\.(?:actions|api|store)'),
  modules(
    'client/live',
    'backoff',
    'connection\\.store',
    'create-store',
    'failure-toast',
    'http',
    'page-views',
    'registry',
    'socket',
    'use-write',
  ),
  modules(
    'client/ui',
    'Button',
    'ButtonLink',
    'EmptyState',
    'ErrorState',
    'Field',
    'IconButton',
    'in-browser',
    'lazy-component',
    'Logo',
    'Mascot',
    'mascots',
    'page-title',
    'rendered-at',
    'Separator',
    'Spinner',
    'stable-hash',
    'storage',
    'TextLink',
    'toast',
    'useHydrating',
    'when-idle',
  ),
  modules(
    'contract',
    'account\\.constants',
    'brand',
    'limits',
    'posts\\.constants',
    'site\\.page-titles',
    'text',
  ),
)

/** What the account pages share: the log-in loads it, and no page of posts. */
const ACCOUNT = either(
  modules('account/login', 'AuthFrame', 'FormAlert', 'GoogleButton'),
  modules('client/ui', 'Input', 'PasswordInput'),
)

/** What the layout and the lists of posts draw with. */
const UI = either(
  modules('zustand/esm/(?:react|vanilla)', 'shallow'),
  modules('contract', 'site\\.page-descriptions'),
  modules('account/data/viewer', 'ask-to-log-in'),
  modules(ICONS, 'activity', 'arrow-up', 'crown', 'ellipsis', 'message-circle', 'search', 'share-2'),
  modules(
    'client/ui',
    'Avatar',
    'Badge',
    'CountBadge',
    'LinkTabs',
    'locale',
    'Menu',
    'Num',
    'relative-time',
    'RelativeTime',
    'rich-text',
    'RichText',
    'Segmented',
    'Skeleton',
    'Switch',
    'Textarea',
    'theme',
    'ThemeToggle',
    'ticker',
  ),
)

/** The query library changes rarely: its file stays in the cache over releases. */
const QUERY = either(
  packages('@tanstack/query-core', '@tanstack/react-query'),
  modules('client/app', 'QueryScope', 'query-client'),
)

/** What every list of posts is made of, the landing page's newest posts included. */
const POSTS = either(
  /features\/posts\/data\/(?!publish-post|trending\/)/,
  modules('posts/feed', 'usePostList'),
  modules(ICONS, 'bell', 'hash'),
  modules('client/live', 'after-watch', 'batch', 'lru-map', 'records', 'resync', 'watch'),
)

/** Posts as cards and the lists of them; what a menu opens is fetched with the menu. */
const CARDS = either(
  /features\/posts\/card\/(?!EditPostDialog|PostMenuItems|post-menu-actions|share-)/,
  modules(
    'posts/feed',
    'FeedFooter',
    'ListEnd',
    'ListStates',
    'NewDropsPill',
    'PostList',
    'VirtualRows',
    'useOnScreen',
    'useVirtualRows',
  ),
)

/** Small modules that the layout and the home share: one file compresses better than ten. */
const HOME = either(
  modules('messages/data', 'conversations\\.store'),
  modules('notifications/data', 'notifications\\.store'),
  modules('media/data', 'uploads-flag'),
  modules('posts/composer', 'draft\\.store', 'TextCounter'),
  modules('moderation/waiting', 'WaitingSlot'),
  modules('client/live', 'collection'),
  modules(ICONS, 'house', 'log-out', 'shield-exclamation-point'),
)

/** What tables, settings and the admins' pages share, besides the icons of three pages and more. */
const FORMS = modules(
  'client/ui',
  'BackBar',
  'Card',
  'Checkbox',
  'clipboard',
  'long-date',
  'MoreRows',
  'Pager',
  'PageHeading',
  'Progress',
  'StatCard',
  'Table',
  'use-form',
)

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
          // React changes rarely and is needed first: a file of its own stays in the cache over releases.
          { name: 'react', test: packages('react', 'react-dom', 'scheduler'), priority: 10 },
          { name: 'router', test: packages('react-router', 'react-router-dom'), priority: 9 },
          { name: 'base', test: BASE, priority: 8 },
          { name: 'account', test: ACCOUNT, priority: 7 },
          { name: 'ui', test: UI, priority: 6 },
          { name: 'query', test: QUERY, priority: 5 },
          { name: 'posts', test: POSTS, priority: 4 },
          { name: 'cards', test: CARDS, priority: 3 },
          { name: 'home', test: HOME, priority: 2 },
          { name: 'forms', test: FORMS, priority: 1 },
          { name: 'icons', test: packages(ICONS), minShareCount: 3, priority: 0 },
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

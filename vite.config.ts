import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, minifySync } from 'vite'
import type { BuildEnvironmentOptions, Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { CHUNKS } from './chunks.config.ts'
import { BROWSERS } from './scripts/browsers.ts'
import { emojiData } from './scripts/emoji-data.ts'
import { keptBuilds } from './scripts/keep-builds.ts'

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

function shortHash(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('base64url').slice(0, 8)
}

/**
 * With its version: a cached one of an earlier build might not start what this build's documents hold back.
 */
const FIRST = `/first.js?${shortHash(readFileSync(here('src/client/public/first.js')))}`

const ownFirst = (): Plugin => ({
  name: 'own-first',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transformIndexHtml: (html) => html.replace('"/first.js"', `"${FIRST}"`),
  // Takes the place of the copy from public/, which has its comments.
  generateBundle() {
    const { code } = minifySync('first.js', readFileSync(here('src/client/public/first.js'), 'utf8'))
    this.emitFile({ type: 'asset', fileName: 'first.js', source: code })
  },
})

/** `import()` goes through a loader of ours, which knows the scripts that a part needs. */
const ownLoader = (): Plugin => ({
  name: 'own-loader',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () =>
      `export { loadCode as __vitePreload } from ${JSON.stringify(here('src/client/ui/load-code.ts'))}`,
  },
})

const OFFLINE = '/offline.html'
/** The document without a page: the worker answers with it where messages are kept and the network is away. */
const SHELL = '/shell.html'

/** Parts that the shell starts with and a page loads later, and those of messages. */
const SHELL_PARTS =
  /\/(?:app\/(?:shell-routes|layout\/Shell|Afterwards|live-handlers|report-errors)|live\/start|account\/data\/viewer\/viewer\.actions|features\/messages\/(?!voice|search).*)\.tsx?$/

/**
 * Writes the service worker, with the files of the shell: what every page needs, the frame around most, messages, and
 * the offline page.
 */
const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const parts = Object.values(bundle).filter(
      (file) => file.type === 'chunk' && (file.isEntry || SHELL_PARTS.test(file.facadeModuleId ?? '')),
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
    const page = bundle['index.html']
    if (page?.type !== 'asset') this.error('The build has no index.html.')
    this.emitFile({ type: 'asset', fileName: SHELL.slice(1), source: noIndex(String(page.source)) })
    const files = [
      OFFLINE,
      SHELL,
      FIRST,
      '/favicon.svg',
      ...[...scripts, ...others].map((file) => `/${file}`),
    ]
    const source = readFileSync(here('src/client/offline/worker.js'), 'utf8').replace(
      '__BUILD__',
      JSON.stringify({ build: shortHash(files.join()), files, offline: OFFLINE, shell: SHELL }),
    )
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
})

/** Nobody is to find it in a search. */
const noIndex = (html: string): string =>
  html.replace('<head>', () => '<head>\n    <meta name="robots" content="noindex" />')

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

/** The page. */
const forBrowsers: BuildEnvironmentOptions = {
  outDir: here('dist/client'),
  // Earlier builds keep their files for the pages that are open (scripts/keep-builds.ts).
  emptyOutDir: false,
  // scripts/check-budgets.mjs adds up what each first page loads.
  manifest: true,
  // light-dark() and :has() are used as they are.
  target: Object.entries(BROWSERS).map(([name, version]) => `${name}${version}`),
  // Inlined files would need data: in the policy, and fonts and pictures are better cached.
  assetsInlineLimit: 0,
  // One sheet for the whole app is small, and no screen waits for its own.
  cssCodeSplit: false,
  modulePreload: {
    polyfill: false,
    // Vite leaves out a script that needs no others.
    resolveDependencies: (file, needed, { hostType }) =>
      hostType === 'js' && !needed.includes(file) ? [file, ...needed] : needed,
  },
  rolldownOptions: {
    input: [here('src/client/index.html'), here('src/client/offline.html')],
    output: {
      // A group takes along what its modules need, unless a group before it has that already.
      codeSplitting: { groups: CHUNKS },
    },
  },
}

/** The drawing of first pages, whole: the server's image needs none of the page's packages for it. */
const forServer: BuildEnvironmentOptions = {
  outDir: here('dist/first-page'),
  emptyOutDir: false,
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
    emojiData(),
    tailwindcss(),
    preloadFonts(),
    sheetFirst(),
    ownFirst(),
    ownLoader(),
    serviceWorker(),
    // Served as they lie: the server never compresses a static file itself.
    compression({
      algorithms: ['gzip', 'brotliCompress'],
      threshold: 512,
      exclude: /\.mjs$/,
      logLevel: 'silent',
    }),
    keptBuilds(),
  ],
  resolve: {
    // The page allows no inline style sheet; ours adopts a constructed one instead.
    alias: { 'react-style-singleton': here('src/client/ui/internal/style-singleton.ts') },
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

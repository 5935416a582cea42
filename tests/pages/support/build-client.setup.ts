import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import type { TestProject } from 'vitest/node'

const SOURCE = path.resolve(import.meta.dirname, '../../../src')

const NOTHING = '\0nothing'

/** Packages that the pages of a worker share: what they keep does not outlive a page. The others are built in. */
const SHARED =
  /^(?:@tanstack\/react-(?:query|virtual)|clsx|idb-keyval|lucide-react|radix-ui|react|react-dom|react-router-dom|socket\.io-client|zod|zustand)(?:\/|$)/

/** There is no layout: nobody looks. */
const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: { filter: { id: /\.css$/ }, handler: () => ({ id: NOTHING, moduleSideEffects: false }) },
  load: { filter: { id: /^\0nothing$/ }, handler: () => '' },
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The module that starts the client. */
    clientMain: string
  }
}

/** Builds the client for the pages of the run (client.ts): each module is a file, as Node's `require` knows them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'royal-flush-client-'))
  const buildClient = () =>
    build({
      configFile: false,
      root: path.join(SOURCE, 'client'),
      mode: 'test',
      logLevel: 'error',
      plugins: [noStyles],
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: true,
        copyPublicDir: false,
        emitAssets: false,
        minify: false,
        rolldownOptions: {
          input: path.join(SOURCE, 'client/app/main.tsx'),
          external: SHARED,
          output: {
            format: 'cjs',
            exports: 'named',
            dynamicImportInCjs: false,
            preserveModules: true,
            preserveModulesRoot: SOURCE,
            entryFileNames: '[name].cjs',
          },
        },
      },
    })
  await buildClient()
  project.onTestsRerun(async () => void (await buildClient()))
  project.provide('clientMain', path.join(folder, 'client/app/main.cjs'))
  return () => rm(folder, { recursive: true, force: true })
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, preview } from 'vite'
import { freePort } from '#tests/support/free-port.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const POLICY =
  "default-src 'self'; style-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'"

export interface Showcase extends AsyncDisposable {
  readonly url: string
}

/** The showcase of the design system, built like the product and served under its Content-Security-Policy. */
export async function showcase(): Promise<Showcase> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'royal-flush-showcase-'))
  const page = path.join(root, 'src/client/ui/showcase/index.html')
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    // The product's own page is built by the same file into another folder.
    environments: { client: { build: { outDir, emptyOutDir: true, rolldownOptions: { input: page } } } },
  })
  const server = await preview({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    environments: { client: { build: { outDir } } },
    preview: {
      host: '127.0.0.1',
      port: await freePort(),
      strictPort: true,
      headers: { 'Content-Security-Policy': POLICY },
    },
  })
  return {
    url: `${server.resolvedUrls?.local[0] ?? ''}ui/showcase/index.html`,
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await rm(outDir, { recursive: true })
    },
  }
}

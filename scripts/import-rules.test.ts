import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readImports } from './import-rules.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'royal-flush-imports-'))
  const { imports } = JSON.parse(
    await readFile(path.resolve(import.meta.dirname, '../package.json'), 'utf8'),
  ) as { imports: object }
  await writeFile(
    path.join(root, 'package.json'),
    JSON.stringify({ name: 'project', type: 'module', imports, devDependencies: { zod: '*' } }),
  )
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Writes these files and checks their imports. */
async function violations(files: Record<string, string>): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  const { violations: found, imports } = await readImports(root, ['src'])
  expect(imports, 'imports were seen').toBeGreaterThan(0)
  return found.map((line) => line.split(':')[0]!)
}

const NOTHING = 'export const nothing = 0\n'
const use = (from: string) => `import { nothing } from '${from}'\nexport const used = nothing\n`

it.each([
  [
    'contract-imports-only-zod',
    'src/contract/posts.ts',
    '#server/platform/bus.ts',
    'src/server/platform/bus.ts',
  ],
  [
    'only-boot-joins-the-parts',
    'src/server/platform/bus.ts',
    '#realtime/gateway.ts',
    'src/realtime/gateway.ts',
  ],
  [
    'only-boot-joins-the-parts',
    'src/server/platform/bus.ts',
    '#embedded-mongo/owner.ts',
    'src/embedded-mongo/owner.ts',
  ],
  ['nothing-imports-boot', 'src/server/platform/bus.ts', '#server/boot/app.ts', 'src/server/boot/app.ts'],
  [
    'server-and-realtime-import-no-client',
    'src/server/boot/app.ts',
    '#client/ui/Button.tsx',
    'src/client/ui/Button.tsx',
  ],
  [
    'realtime-imports-platform-present-and-policy',
    'src/realtime/push/push-table.ts',
    '#server/features/posts/posts.service.ts',
    'src/server/features/posts/posts.service.ts',
  ],
  [
    'client-imports-contract-and-itself',
    'src/client/live/http.ts',
    '#server/platform/errors.ts',
    'src/server/platform/errors.ts',
  ],
  [
    'client-ui-imports-nothing-above',
    'src/client/ui/Button.tsx',
    '#client/live/socket.ts',
    'src/client/live/socket.ts',
  ],
  [
    'client-live-imports-nothing-above',
    'src/client/live/socket.ts',
    '#client/features/posts/data/posts.store.ts',
    'src/client/features/posts/data/posts.store.ts',
  ],
  [
    'client-data-imports-nothing-above',
    'src/client/features/posts/data/posts.store.ts',
    '#client/features/posts/feed/Feed.tsx',
    'src/client/features/posts/feed/Feed.tsx',
  ],
  [
    'client-screens-imports-nothing-above',
    'src/client/features/posts/feed/Feed.tsx',
    '#client/app/router.tsx',
    'src/client/app/router.tsx',
  ],
  [
    'screens-call-actions',
    'src/client/features/posts/feed/Feed.tsx',
    '#client/features/posts/data/posts.api.ts',
    'src/client/features/posts/data/posts.api.ts',
  ],
  [
    'model-is-private-to-its-domain',
    'src/server/features/comments/comments.service.ts',
    '#server/features/posts/posts.model.ts',
    'src/server/features/posts/posts.model.ts',
  ],
  [
    'platform-imports-no-domain',
    'src/server/platform/session.ts',
    '#server/features/people/people.service.ts',
    'src/server/features/people/people.service.ts',
  ],
  [
    'platform-imports-no-domain',
    'src/server/platform/mail/mail-layout.ts',
    '#server/shared/site-settings/house-name.ts',
    'src/server/shared/site-settings/house-name.ts',
  ],
  [
    'platform-knows-no-domain',
    'src/server/platform/settings.ts',
    '#contract/posts.ts',
    'src/contract/posts.ts',
  ],
  [
    'shared-imports-no-feature',
    'src/server/shared/audit/audit-log.ts',
    '#server/features/people/people.service.ts',
    'src/server/features/people/people.service.ts',
  ],
  [
    'realtime-imports-platform-present-and-policy',
    'src/realtime/handshake.ts',
    '#server/shared/undo-time.ts',
    'src/server/shared/undo-time.ts',
  ],
  [
    'embedded-mongo-is-independent',
    'src/embedded-mongo/owner.ts',
    '#server/platform/config.ts',
    'src/server/platform/config.ts',
  ],
  [
    'product-imports-no-tests',
    'src/server/boot/app.ts',
    '#tests/support/server.ts',
    'tests/support/server.ts',
  ],
])('%s', async (rule, file, alias, target) => {
  expect(await violations({ [file]: use(alias), [target]: NOTHING })).toEqual([rule])
})

it('a cycle of server domains is refused, also over other domains and by type imports', async () => {
  const service = (domain: string) => `src/server/features/${domain}/${domain}.service.ts`
  const typeFrom = (domain: string) =>
    `import type { Thing } from '#server/features/${domain}/${domain}.service.ts'\nexport interface Thing2 { thing: Thing }\nexport interface Thing { id: string }\n`
  const files = {
    [service('posts')]: typeFrom('media'),
    [service('media')]: typeFrom('people'),
    [service('people')]: typeFrom('blog'),
    [service('blog')]: 'export interface Thing { id: string }\n',
  }
  expect(await violations(files)).toEqual([])
  expect(await violations({ ...files, [service('blog')]: typeFrom('posts') })).toEqual(
    Array.from({ length: 4 }, () => 'server-domains-acyclic'),
  )
})

it('the data modules of the client form no cycle between domains', async () => {
  const store = (domain: string) => `src/client/features/${domain}/data/${domain}.store.ts`
  const files = {
    [store('posts')]: use('#client/features/people/data/people.store.ts').replace('used', 'posts'),
    [store('people')]: NOTHING,
  }
  expect(await violations(files)).toEqual([])
  const circle = {
    ...files,
    [store('people')]:
      "export type { posts } from '#client/features/posts/data/posts.store.ts'\nexport const nothing = 0\n",
  }
  expect(await violations(circle)).toEqual(
    expect.arrayContaining(['client-data-domains-acyclic', 'client-data-domains-acyclic']),
  )
})

it('the screens of the client form no cycle between domains; the data of any domain is below them', async () => {
  const feed = 'src/client/features/posts/Feed.tsx'
  const files = {
    [feed]: `${NOTHING}export const profile = () => import('#client/features/people/Profile.tsx')\n`,
    'src/client/features/people/Profile.tsx': use('#client/features/posts/data/posts.store.ts'),
    'src/client/features/posts/data/posts.store.ts': NOTHING,
  }
  expect(await violations(files)).toEqual([])
  const circle = {
    'src/client/features/people/Name.tsx': use('#client/features/posts/Post.tsx'),
    'src/client/features/posts/Post.tsx': NOTHING,
  }
  expect(await violations({ ...files, ...circle })).toEqual([
    'client-screens-domains-acyclic',
    'client-screens-domains-acyclic',
  ])
})

it('a type import counts as well', async () => {
  const files = {
    'src/client/ui/Button.tsx':
      "import type { Nothing } from '#client/app/router.tsx'\nexport const Button = (it: Nothing) => <b>{it}</b>\n",
    'src/client/app/router.tsx': 'export type Nothing = string\n',
  }
  expect(await violations(files)).toEqual(['client-ui-imports-nothing-above'])
})

it('a dynamic import counts as well', async () => {
  const files = {
    'src/client/live/http.ts': "export const later = () => import('#client/app/router.tsx')\n",
    'src/client/app/router.tsx': NOTHING,
  }
  expect(await violations(files)).toEqual(['client-live-imports-nothing-above'])
})

it('a cycle of value imports is refused, one that a type import closes is not', async () => {
  const circle = {
    'src/contract/a.ts': use('./b.ts').replace('used', 'nothing2'),
    'src/contract/b.ts': "import { nothing2 } from './a.ts'\nexport const nothing = () => nothing2\n",
  }
  expect(await violations(circle)).toEqual(['no-circular'])
  const typed = {
    ...circle,
    'src/contract/b.ts':
      "import type { nothing2 } from './a.ts'\nexport const nothing = (): typeof nothing2 | undefined => undefined\n",
  }
  expect(await violations(typed)).toEqual([])
})

it('an import of a missing file is refused', async () => {
  expect(await violations({ 'src/contract/posts.ts': use('./absent.ts') })).toEqual(
    expect.arrayContaining(['no-unresolvable']),
  )
})

it('allowed imports pass', async () => {
  const files = {
    'src/contract/posts.ts': NOTHING,
    'src/server/boot/start.ts': use('#realtime/gateway.ts'),
    'src/realtime/gateway.ts': use('#server/features/posts/posts.present.ts'),
    'src/server/features/posts/posts.present.ts': use('#contract/posts.ts').replace('used', 'nothing'),
    'src/server/features/posts/posts.service.ts': use('./posts.model.ts'),
    'src/server/features/posts/posts.model.ts': NOTHING,
    'src/client/app/router.tsx': use('#client/ui/Button.tsx'),
    'src/client/ui/Button.tsx': NOTHING,
  }
  expect(
    await violations({
      ...files,
      'src/realtime/gateway.ts': `${use('#server/features/posts/posts.present.ts')}export { used as nothing }\n`,
    }),
  ).toEqual([])
})

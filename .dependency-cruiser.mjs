// Which folders may import which (docs/ARCHITECTURE.md). Type imports count as much as value imports.
const BOOT = '^src/server/boot/'
const TEST = '\\.test\\.tsx?$'

const DOMAINS = [
  'account',
  'admin',
  'analytics',
  'blog',
  'comments',
  'media',
  'messages',
  'moderation',
  'monitor',
  'notifications',
  'people',
  'posts',
  'site',
]

/** Files of platform that still use the contract of a domain. */
const KNOWS_A_DOMAIN = [
  'error-reports',
  'http/exported-rows',
  'http/route',
  'http/same-site',
  'proof',
  'redact',
  'security-events',
  'session',
  'viewer',
  'vitals',
].map((name) => `^src/server/platform/${name}\\.ts$`)

/**
 * The client's layers from the bottom to the top, with their files. Each may import those before it, never
 * those after it.
 */
const CLIENT_LAYERS = {
  ui: '^src/client/ui/',
  live: '^src/client/live/',
  data: '^src/client/features/[^/]+/data/',
  screens: '^src/client/features/[^/]+/(?!data/)',
  app: '^src/client/app/',
}

const clientOrder = Object.entries(CLIENT_LAYERS)
  .slice(0, -1)
  .map(([layer, path], index) => ({
    name: `client-${layer}-imports-nothing-above`,
    comment: `Inside the client the order is ${Object.keys(CLIENT_LAYERS).join(' -> ')}, never back.`,
    severity: 'error',
    from: { path, pathNot: TEST },
    to: { path: Object.values(CLIENT_LAYERS).slice(index + 1) },
  }))

export default {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: TEST },
      to: { pathNot: ['^src/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'only-boot-joins-the-parts',
      comment:
        'Services emit events on the bus. boot/ opens the database and joins the server and the sockets.',
      severity: 'error',
      from: { path: '^src/', pathNot: [BOOT, '^src/(realtime|embedded-mongo)/', TEST] },
      to: { path: '^src/(realtime|embedded-mongo)/' },
    },
    {
      name: 'nothing-imports-boot',
      severity: 'error',
      from: { path: '^src/', pathNot: [BOOT, '^src/server/supervised-main\\.ts$', TEST] },
      to: { path: BOOT },
    },
    {
      name: 'server-and-realtime-import-no-client',
      severity: 'error',
      from: { path: '^src/(server|realtime)/' },
      to: { path: '^src/client/' },
    },
    {
      name: 'realtime-imports-platform-present-and-policy',
      severity: 'error',
      from: { path: '^src/realtime/', pathNot: TEST },
      to: {
        path: '^src/server/',
        pathNot: ['^src/server/platform/', '^src/server/features/.+\\.(present|policy)\\.ts$'],
      },
    },
    {
      name: 'client-imports-contract-and-itself',
      severity: 'error',
      from: { path: '^src/client/', pathNot: TEST },
      to: { path: '^(src|tests|scripts|bench)/', pathNot: ['^src/client/', '^src/contract/'] },
    },
    ...clientOrder,
    {
      name: 'screens-call-actions',
      comment:
        'x.api.ts holds the calls; what a screen does is a function of x.actions.ts, which stores the answer.',
      severity: 'error',
      from: { path: [CLIENT_LAYERS.screens, CLIENT_LAYERS.app], pathNot: TEST },
      to: { path: '^src/client/features/.+\\.api\\.ts$' },
    },
    {
      name: 'model-is-private-to-its-domain',
      comment: "Another domain calls this domain's service, or listens to its event on the bus.",
      severity: 'error',
      from: { path: '^src/server/features/([^/]+)/' },
      to: { path: '^src/server/features/[^/]+/.+\\.model\\.ts$', pathNot: '^src/server/features/$1/' },
    },
    {
      name: 'platform-imports-no-domain',
      comment: 'What several domains share is in shared/; a domain registers what platform has to call.',
      severity: 'error',
      from: { path: '^src/server/platform/', pathNot: TEST },
      to: { path: '^src/server/(features|shared|migrations)/' },
    },
    {
      name: 'platform-knows-no-domain',
      comment:
        'Of the contract it needs only what belongs to no domain. The list of exceptions only gets shorter.',
      severity: 'error',
      from: { path: '^src/server/platform/', pathNot: [TEST, ...KNOWS_A_DOMAIN] },
      to: { path: `^src/contract/(events|${DOMAINS.join('|')})\\.` },
    },
    {
      name: 'shared-imports-no-feature',
      comment:
        'It is below the domains: what they share, such as the audit log and the settings of the site.',
      severity: 'error',
      from: { path: '^src/server/shared/', pathNot: TEST },
      to: { path: '^src/server/(features|migrations)/' },
    },
    {
      name: 'embedded-mongo-is-independent',
      comment: 'It starts a database and imports only the error type for a database that cannot be opened.',
      severity: 'error',
      from: { path: '^src/embedded-mongo/', pathNot: TEST },
      to: {
        path: '^src/',
        pathNot: ['^src/embedded-mongo/', '^src/server/platform/mongo/store-error\\.ts$'],
      },
    },
    {
      name: 'product-imports-no-tests',
      severity: 'error',
      from: { path: ['^src/', '^scripts/(seed|admin)'], pathNot: TEST },
      to: { path: '^(tests|bench)/' },
    },
    {
      name: 'server-runs-without-dev-dependencies',
      comment: 'The image has no devDependencies.',
      severity: 'error',
      from: { path: '^src/(contract|embedded-mongo|server|realtime)/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circular',
      comment:
        'Type imports do not exist at run time; value imports would meet modules that are not initialised yet.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // TypeScript 7 has no parser for other tools; swc's parser sees type imports as well.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^node_modules/' },
    enhancedResolveOptions: {
      conditionNames: ['node', 'import', 'types', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.svg'],
    },
  },
}

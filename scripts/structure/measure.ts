import type { IModule } from 'dependency-cruiser'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { clientDataDomain, clientScreensDomain, domainCycles, isTest, serverDomain } from './domain-cycles.ts'
import { MESSAGE_JOURNEY } from './message-journey.ts'

/**
 * One figure of the structure. `limit` fails the lint when the value is above it; `aim` is where it should
 * go.
 */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly limit?: number
  readonly aim?: string
}

/** Files and their sizes in one part of the sources. */
export interface Part {
  readonly folder: string
  readonly files: number
  readonly lines: number
  readonly median: number
  readonly p95: number
  readonly longest: number
}

export interface Structure {
  readonly parts: readonly Part[]
  readonly figures: readonly Figure[]
  /** What is above its limit, in words that say where to correct it. */
  readonly faults: readonly string[]
}

/** A file with a single importer and fewer lines than this usually belongs inside that importer. */
export const SMALL_LINES = 40

/** Each migration is a file of its own, which only the list of all imports. */
const MIGRATION = /\/migrations\/\d{4}-/

const PARTS = ['src/contract', 'src/server', 'src/realtime', 'src/client', 'src/embedded-mongo']

/** Lower these when the figures fall; never raise them. */
const LIMITS = {
  oneImporter: 51,
  serverRoles: 7,
  pagePlaces: 6,
  journey: MESSAGE_JOURNEY.length,
}

interface Source {
  readonly file: string
  readonly lines: number
  readonly text: string
}

/** The figures of docs/ARCHITECTURE.md, from what dependency-cruiser has found under `root`. */
export function measureStructure(root: string, modules: readonly IModule[]): Structure {
  const sources = modules
    .map(({ source }) => source)
    .filter((file) => /^src\/.*\.tsx?$/.test(file) && !isTest(file))
    .map((file): Source => {
      const text = readFileSync(path.join(root, file), 'utf8')
      return { file, text, lines: text.split('\n').length - 1 }
    })
  const lonely = smallFilesWithOneImporter(sources, modules)
  const places = placesOfAPage(sources)
  const missing = MESSAGE_JOURNEY.filter((file) => !existsSync(path.join(root, file)))
  const figures: Figure[] = [
    {
      name: `Files with one importer and fewer than ${SMALL_LINES} lines`,
      value: lonely.length,
      limit: LIMITS.oneImporter,
      aim: 'at most 60',
    },
    {
      name: 'Imports in a cycle of domains, server',
      value: domainCycles(modules, serverDomain).length,
      limit: 0,
      aim: '0',
    },
    {
      name: 'Imports in a cycle of domains, client data',
      value: domainCycles(modules, clientDataDomain).length,
      limit: 0,
      aim: '0',
    },
    {
      name: 'Imports in a cycle of domains, client screens',
      value: domainCycles(modules, clientScreensDomain).length,
      limit: 0,
      aim: '0',
    },
    {
      name: 'File roles on the server',
      value: rolesIn(sources, 'src/server/features/').length,
      limit: LIMITS.serverRoles,
      aim: 'at most 7',
    },
    {
      name: "File roles in the client's data",
      value: rolesIn(sources, 'src/client/features/').length,
      aim: '5',
    },
    {
      name: 'Files to edit for a new public page, besides its own',
      value: places.length,
      limit: LIMITS.pagePlaces,
      aim: 'at most 6',
    },
    {
      name: "Files of a direct message's journey",
      value: MESSAGE_JOURNEY.length,
      limit: LIMITS.journey,
      aim: 'at most 30',
    },
  ]
  return {
    parts: PARTS.map((folder) => partOf(folder, sources)),
    figures,
    faults: [
      ...figures
        .filter(({ value, limit }) => limit !== undefined && value > limit)
        .map(({ name, value, limit }) => `structure: ${name}: ${value}, the limit is ${limit}`),
      ...missing.map(
        (file) => `structure: ${file} does not exist; correct scripts/structure/message-journey.ts`,
      ),
    ],
  }
}

/** The value below which this share of the sorted values lies. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

function partOf(folder: string, sources: readonly Source[]): Part {
  const sizes = sources
    .filter(({ file }) => file.startsWith(`${folder}/`))
    .map(({ lines }) => lines)
    .sort((a, b) => a - b)
  return {
    folder,
    files: sizes.length,
    lines: sizes.reduce((sum, size) => sum + size, 0),
    median: quantile(sizes, 0.5),
    p95: quantile(sizes, 0.95),
    longest: sizes.at(-1) ?? 0,
  }
}

/** Importers are files of the product, scripts and test helpers, but no test files. */
export function smallFilesWithOneImporter(
  sources: readonly Source[],
  modules: readonly IModule[],
): { file: string; lines: number; importer: string }[] {
  const importers = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    if (isTest(source)) continue
    for (const { resolved } of dependencies)
      importers.set(resolved, (importers.get(resolved) ?? new Set()).add(source))
  }
  return sources.flatMap(({ file, lines }) => {
    const [importer, second] = importers.get(file) ?? []
    return lines < SMALL_LINES && importer && !second && !MIGRATION.test(file)
      ? [{ file, lines, importer }]
      : []
  })
}

/**
 * The roles in use under a folder: `service` in posts.service.ts. A suffix of a single domain is part of a
 * name, not a role.
 */
function rolesIn(sources: readonly Source[], folder: string): string[] {
  const domains = new Map<string, Set<string>>()
  for (const { file } of sources) {
    const [, domain, role] =
      new RegExp(`^${folder}([^/]+)/(?:.*/)?[^/.]+\\.([^/.]+)\\.tsx?$`).exec(file) ?? []
    if (domain && role) domains.set(role, (domains.get(role) ?? new Set()).add(domain))
  }
  return [...domains].filter(([, users]) => users.size > 1).map(([role]) => role)
}

/** Files that name the page /founders other than to link to it: what a page like it has to be added to. */
const SAMPLE_PAGE = { name: /\bfounders(?:Page)?\b/, link: /\bto(?:=|: )["']\/founders["']/g }

const placesOfAPage = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ file }) => !file.includes('/founders/'))
    .filter(({ text }) => SAMPLE_PAGE.name.test(withoutComments(text).replace(SAMPLE_PAGE.link, '')))
    .map(({ file }) => file)

const withoutComments = (text: string): string => text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '')

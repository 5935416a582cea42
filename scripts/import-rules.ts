import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser'
import path from 'node:path'
import rules from '../.dependency-cruiser.mjs'

const FOLDERS = ['src', 'tests', 'bench', 'scripts']

/**
 * What in the folders under `root` breaks the rules of who may know whom, a line each; and how much was
 * looked at.
 */
export async function importViolations(
  root: string,
  folders: readonly string[] = FOLDERS,
): Promise<{ violations: string[]; imports: number }> {
  const { options, ...ruleSet } = rules
  const { output } = await cruise([...folders], { ...options, baseDir: root, ruleSet, validate: true })
  const { summary, modules } = output as ICruiseResult
  const violations = summary.violations.map(
    ({ rule, from, to, cycle }) =>
      `${rule.name}: ${from} -> ${cycle?.map(({ name }) => name).join(' -> ') ?? to}`,
  )
  const cycles = domainCycles(modules).map((cycle) => `server-domains-acyclic: ${cycle}`)
  return { violations: [...violations, ...cycles], imports: summary.totalDependenciesCruised ?? 0 }
}

const domainOf = (file: string): string | undefined => /^src\/server\/features\/([^/]+)\//.exec(file)?.[1]

/** An import of one domain by another, as `file -> file`, for each pair of domains. */
function domainImports(modules: readonly IModule[]): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const { source, dependencies } of modules) {
    const from = domainOf(source)
    if (!from || source.includes('.test.')) continue
    for (const { resolved } of dependencies) {
      const to = domainOf(resolved)
      if (!to || to === from) continue
      const of = found.get(from) ?? new Map<string, string>()
      found.set(from, of.set(to, `${source} -> ${resolved}`))
    }
  }
  return found
}

/** Each import between two domains of the server that belongs to a cycle of domains. Types count as well. */
function domainCycles(modules: readonly IModule[]): string[] {
  const imports = domainImports(modules)
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(imports.get(from)?.keys() ?? [])].some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    )
  return [...imports].flatMap(([from, of]) =>
    [...of].filter(([to]) => reaches(to, from)).map(([to, line]) => `${from} and ${to}: ${line}`),
  )
}

if (import.meta.main) {
  const { violations, imports } = await importViolations(path.resolve(import.meta.dirname, '..'))
  for (const violation of violations) console.error(violation)
  console.log(`Import rules: ${imports} imports, ${violations.length} against the rules`)
  process.exitCode = violations.length > 0 || imports === 0 ? 1 : 0
}

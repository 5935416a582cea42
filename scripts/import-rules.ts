import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser'
import path from 'node:path'
import rules from '../.dependency-cruiser.mjs'
import { ACYCLIC, domainCycles } from './structure/domain-cycles.ts'
import { lackingBrowserFeatures } from './structure/browser-support.ts'
import { foreignClasses } from './structure/class-names.ts'
import { measureStructure } from './structure/measure.ts'

const FOLDERS = ['src', 'tests', 'bench', 'scripts']

interface Imports {
  /** What breaks the rules of .dependency-cruiser.mjs, or is part of a cycle of domains: a line each. */
  readonly violations: string[]
  /** How many imports were checked. */
  readonly imports: number
  readonly modules: readonly IModule[]
}

/** Reads all imports of the folders under `root` and checks them. */
export async function readImports(root: string, folders: readonly string[] = FOLDERS): Promise<Imports> {
  const { options, ...ruleSet } = rules
  const { output } = await cruise([...folders], { ...options, baseDir: root, ruleSet, validate: true })
  const { summary, modules } = output as ICruiseResult
  const violations = summary.violations.map(
    ({ rule, from, to, cycle }) =>
      `${rule.name}: ${from} -> ${cycle?.map(({ name }) => name).join(' -> ') ?? to}`,
  )
  const cycles = [...ACYCLIC].flatMap(([name, domainOf]) =>
    domainCycles(modules, domainOf).map((cycle) => `${name.replace(' ', '-')}-domains-acyclic: ${cycle}`),
  )
  return {
    violations: [...violations, ...cycles],
    imports: summary.totalDependenciesCruised ?? 0,
    modules,
  }
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..')
  const { violations, imports, modules } = await readImports(root)
  const faults = [
    ...violations,
    ...measureStructure(root, modules).faults,
    ...foreignClasses(root),
    ...lackingBrowserFeatures(root),
  ]
  for (const fault of faults) console.error(fault)
  console.log(`Import rules: ${imports} imports, ${faults.length} faults`)
  process.exitCode = faults.length > 0 || imports === 0 ? 1 : 0
}

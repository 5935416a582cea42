import { cruise, type ICruiseResult } from 'dependency-cruiser'
import path from 'node:path'
import rules from '../.dependency-cruiser.mjs'

const FOLDERS = ['src', 'tests', 'bench', 'scripts']

/** What in the folders under `root` breaks the rules of who may know whom, a line each; and how much was looked at. */
export async function importViolations(root: string, folders: readonly string[] = FOLDERS): Promise<{ violations: string[]; imports: number }> {
  const { options, ...ruleSet } = rules
  const { output } = await cruise([...folders], { ...options, baseDir: root, ruleSet, validate: true })
  const { summary } = output as ICruiseResult
  const violations = summary.violations.map(({ rule, from, to, cycle }) => `${rule.name}: ${from} -> ${cycle?.map(({ name }) => name).join(' -> ') ?? to}`)
  return { violations, imports: summary.totalDependenciesCruised ?? 0 }
}

if (import.meta.main) {
  const { violations, imports } = await importViolations(path.resolve(import.meta.dirname, '..'))
  for (const violation of violations) console.error(violation)
  console.log(`Import rules: ${imports} imports, ${violations.length} against the rules`)
  process.exitCode = violations.length > 0 || imports === 0 ? 1 : 0
}

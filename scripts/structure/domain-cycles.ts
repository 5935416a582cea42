import type { IModule } from 'dependency-cruiser'

/** The domain of a file, or undefined for a file that belongs to none. */
export type DomainOf = (file: string) => string | undefined

export const serverDomain: DomainOf = (file) => /^src\/server\/features\/([^/]+)\//.exec(file)?.[1]

/** Where the domains form no cycle. Screens import the data of any domain, which is below them. */
export const ACYCLIC: ReadonlyMap<string, DomainOf> = new Map([
  ['server', serverDomain],
  ['client data', (file: string) => /^src\/client\/features\/([^/]+)\/data\//.exec(file)?.[1]],
  ['client screens', (file: string) => /^src\/client\/features\/([^/]+)\/(?!data\/)/.exec(file)?.[1]],
])

export const isTest = (file: string): boolean => /\.(?:test|spec)\.tsx?$/.test(file)

/** For each pair of domains one import of the second by the first, as `file -> file`. */
function domainImports(modules: readonly IModule[], domainOf: DomainOf): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const { source, dependencies } of modules) {
    const from = domainOf(source)
    if (!from || isTest(source)) continue
    for (const { resolved } of dependencies) {
      const to = domainOf(resolved)
      if (!to || to === from) continue
      const imports = found.get(from) ?? new Map<string, string>()
      found.set(from, imports.set(to, `${source} -> ${resolved}`))
    }
  }
  return found
}

/** Each import between two domains that is part of a cycle of domains. Type imports count as well. */
export function domainCycles(modules: readonly IModule[], domainOf: DomainOf): string[] {
  const imports = domainImports(modules, domainOf)
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(imports.get(from)?.keys() ?? [])].some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    )
  return [...imports].flatMap(([from, of]) =>
    [...of].filter(([to]) => reaches(to, from)).map(([to, line]) => `${from} and ${to}: ${line}`),
  )
}

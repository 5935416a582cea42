import type { IModule } from 'dependency-cruiser'

/** For each node the nodes that it imports from, and by how many imports. */
export type Graph = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Counts the imports between groups of files. Every group is a node, imports within a group are left out. */
export function importGraph(
  modules: readonly IModule[],
  groupOf: (file: string) => string | undefined,
): Graph {
  const graph = new Map<string, Map<string, number>>()
  for (const { source, dependencies } of modules) {
    const from = groupOf(source)
    if (!from) continue
    const targets = graph.get(from) ?? new Map<string, number>()
    graph.set(from, targets)
    for (const { resolved } of dependencies) {
      const to = groupOf(resolved)
      if (to && to !== from) targets.set(to, (targets.get(to) ?? 0) + 1)
    }
  }
  return graph
}

/** The same graph without an edge where a longer path leads to the same node (transitive reduction). */
export function withoutShortcuts(graph: Graph): Graph {
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(graph.get(from)?.keys() ?? [])].some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    )
  return new Map(
    [...graph].map(([from, targets]) => [
      from,
      new Map(
        [...targets].filter(
          ([to]) => ![...targets.keys()].some((other) => other !== to && reaches(other, to)),
        ),
      ),
    ]),
  )
}

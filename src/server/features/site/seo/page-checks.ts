import { publicUrlOf } from './site-map.ts'

/** The head of a page. */
export interface CheckedPage {
  path: string
  markup: string
}

const LONGEST_TITLE = 140
const SHORTEST_DESCRIPTION = 10
const LONGEST_DESCRIPTION = 170

const first = (pattern: RegExp, markup: string): string | null => pattern.exec(markup)?.[1]?.trim() ?? null

/**
 * The faults of each page; none for a correct page. Two pages with the same title are both faulty.
 */
export function checkPages(
  pages: readonly CheckedPage[],
  listed: ReadonlySet<string>,
): Map<string, string[]> {
  const titles = pages.map(({ markup }) => first(/<title>([^<]*)<\/title>/, markup))
  return new Map(
    pages.map(({ path, markup }, at) => {
      const title = titles[at] ?? null
      const description = first(/<meta name="description" content="([^"]*)"/, markup)
      const canonical = first(/<link rel="canonical" href="([^"]*)"/, markup)
      const problems = [
        ...titleProblems(title),
        ...(title && titles.indexOf(title) !== titles.lastIndexOf(title) ? ['title of another page'] : []),
        ...descriptionProblems(description),
        ...(canonical === publicUrlOf(path)
          ? []
          : [canonical ? 'canonical of another page' : 'no canonical']),
        ...(/name="robots" content="noindex"/.test(markup) ? ['not to be listed'] : []),
        ...(listed.has(path) ? [] : ['not in the sitemap']),
      ]
      return [path, problems]
    }),
  )
}

function titleProblems(title: string | null): string[] {
  if (!title) return ['no title']
  return title.length > LONGEST_TITLE ? ['title too long'] : []
}

function descriptionProblems(description: string | null): string[] {
  if (!description) return ['no description']
  if (description.length < SHORTEST_DESCRIPTION) return ['description too short']
  return description.length > LONGEST_DESCRIPTION ? ['description too long'] : []
}

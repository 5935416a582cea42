import type { z } from 'zod'
import { routes } from '#server/boot/features.ts'
import { operationSummary } from '#server/platform/http/openapi.ts'
import type { RouteSpec } from '#server/platform/http/route.ts'

const HEAD = `# The REST API

\`npm run docs\` generates this page from the declared routes; a test fails when it is out of date. The running server has the complete
description, with schemas, as OpenAPI at \`/api/openapi.json\`. The session is a cookie. An error is its status and one plain sentence
as text/plain, or \`application/problem+json\` if the request accepts it. Lists are bare arrays, paged by cursor.
`

/** docs/API.md: every call by its tag, with its access, input and answers. */
export function apiPage(): string {
  const tags = [...new Set(routes.map(({ tag }) => tag))]
  return [HEAD, ...tags.map(section)].join('\n')
}

function section(tag: string): string {
  const rows = routes.filter((route) => route.tag === tag).map(row)
  return [
    `## ${tag}`,
    '',
    '| Call | Access | Meaning | Input | Answers |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

const row = (route: RouteSpec): string =>
  `| \`${route.method.toUpperCase()} /api${route.path}\` | ${route.access} | ${operationSummary(route)} | ${takes(route)} | ${answers(route)} |`

const takes = ({ query, body }: RouteSpec): string =>
  [query && `query ${nameOf(query)}`, body && nameOf(body)].filter(Boolean).join(', ')

const answers = (route: RouteSpec): string =>
  Object.entries(route.answers)
    .map(([status, schema]) => (schema ? `${status} ${nameOf(schema)}` : status))
    .join(', ')

// A named schema by its name, a list by its items, a small schema by its fields.
function nameOf(schema: z.ZodType): string {
  const id = schema.meta()?.['id']
  if (typeof id === 'string') return `\`${id}\``
  if ('element' in schema) return `${nameOf(schema.element as z.ZodType)}[]`
  if ('shape' in schema) return `{${Object.keys(schema.shape as object).join(', ')}}`
  return 'JSON'
}

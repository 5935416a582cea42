import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { z } from 'zod'
import { BRAND } from '#contract/brand.ts'
import type { RouteSpec } from './route.ts'

/** The OpenAPI 3.1 document of the declared routes: what is mounted is what is written. */
export function openApiDocument(routes: readonly RouteSpec[]) {
  const paths: ZodOpenApiPathsObject = {}
  for (const spec of routes) {
    const path = `/api${spec.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [spec.method]: operation(spec) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: `${BRAND.name} API`,
      version: '1',
      description:
        'Sessions by cookie, or a token where a call says so; errors are one sentence as text/plain, or application/problem+json.',
    },
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  })
}

/** What the call does, and what it asks of a session besides. */
export const operationSummary = ({ summary, proof }: RouteSpec): string =>
  proof === undefined
    ? summary
    : `${summary}. Needs a log-in or proof of the last ten minutes: else 403 with Proof-Required: recent (POST /api/auth/proof)`

function operation(spec: RouteSpec): ZodOpenApiOperationObject {
  return {
    summary: operationSummary(spec),
    tags: [spec.tag],
    requestParams: {
      ...(spec.params && { path: spec.params as z.ZodObject }),
      ...(spec.query && { query: spec.query as z.ZodObject }),
    },
    ...(spec.body && { requestBody: { content: { 'application/json': { schema: spec.body } } } }),
    responses: responses(spec),
    ...(spec.bearer && { security: [{ token: [] }] }),
    'x-access': spec.access,
    ...(spec.proof && { 'x-proof': spec.proof }),
  }
}

function responses(spec: RouteSpec): ZodOpenApiOperationObject['responses'] {
  const answers = Object.entries(spec.answers).map(([status, schema]) => [
    status,
    { description: 'Done', ...(schema && { content: { 'application/json': { schema } } }) },
  ])
  const sentence = {
    description: 'One plain sentence',
    content: { 'text/plain': { schema: { type: 'string' } } },
  }
  return {
    ...Object.fromEntries(answers),
    '4XX': sentence,
    '5XX': sentence,
  } as ZodOpenApiOperationObject['responses']
}

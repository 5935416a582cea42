import type { Dice } from '#tests/support/seeded.ts'
import { chance, hostile, pick, valueFor, type Making, type Resolve, type Schema } from './values.ts'
import { partOf, type Seen } from './crew.ts'
import type { Sent } from './send.ts'

interface Parameter {
  readonly in: 'path' | 'query'
  readonly name: string
  readonly schema: Schema
}

interface OperationObject {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } }
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  readonly resolve: Resolve
}

/** They cause errors on purpose, or report made-up ones, which the run would count. */
const MAKE_ERRORS = new Set(['/api/ai-monitor/test-error', '/api/ai-monitor/browser-error'])

/** Writes are chosen this many times as often as reads. */
const WRITES = 3

/** Every call of the document, except those that cause errors on purpose. */
export function operationsOf({ paths, components }: OpenApi): Operation[] {
  const resolve: Resolve = (schema) =>
    schema.$ref ? (components?.schemas?.[schema.$ref.split('/').at(-1)!] ?? {}) : schema
  return Object.entries(paths)
    .filter(([path]) => !MAKE_ERRORS.has(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
        const operation = {
          method: method.toUpperCase(),
          path,
          parameters,
          body: requestBody?.content['application/json']?.schema,
          resolve,
        }
        // Writes create data for the other calls.
        return Array.from({ length: method === 'post' ? WRITES : 1 }, () => operation)
      }),
    )
}

const SAME_SITE = { 'sec-fetch-site': 'same-origin' }
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=q',
  'application/json; charset=utf-16',
  'application/json;;',
  '',
]
const RAW_BODIES = [
  '{',
  '[]',
  'null',
  '"x"',
  '{"a":1}}',
  '\u0000',
  '['.repeat(5_000),
  '{"a":'.repeat(5_000),
  '--q\r\n\r\n\r\n--q--',
  '{"__proto__":{"isAdmin":true}}',
  '{"a":1,"a":2}',
]

/** One call with random parameters, body and headers. `seen`: ids, handles and slugs that exist. */
export function randomRequest(operations: readonly Operation[], dice: Dice, all: Seen): Sent {
  const { method, path, parameters, body, resolve } = pick(dice, operations)
  // Mostly what the same part of the API has answered: a post's id for a call about posts.
  const seen = (chance(dice, 80) && all.get(partOf(path))) || [...all.values()].flat()
  const making: Making = { resolve, dice, seen, hostility: pick(dice, [0, 0, 5, 20]) }
  const fill = ({ schema }: Parameter) =>
    seen.length > 0 && chance(dice, 80 - making.hostility) ? pick(dice, seen) : valueFor(schema, making)
  const target = parameters
    .filter((one) => one.in === 'path')
    .reduce((filled, one) => filled.replace(`{${one.name}}`, segment(fill(one), dice)), path)
  const asked = parameters
    .filter((one) => one.in === 'query' && chance(dice, 50))
    .flatMap((one) => queryOf(one.name, fill(one), dice))
  return {
    method: chance(dice, 3) ? pick(dice, ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) : method,
    path: asked.length > 0 ? `${target}?${asked.join('&')}` : target,
    ...content(body && valueFor(body, making), method, making),
  }
}

/** A value as one segment of a path: escaped as a browser does, or not at all where HTTP allows it. */
function segment(value: unknown, dice: Dice): string {
  const text = textOf(value).slice(0, 3_000)
  return chance(dice, 10) ? text.replace(/[^!-~]|[/?#]/g, '') || '%zz' : escape(text)
}

/** Once, as a list, with brackets as other parsers read them, or without a value. */
function queryOf(name: string, value: unknown, dice: Dice): string[] {
  const text = escape(textOf(value).slice(0, 3_000))
  const forms = [
    [`${name}=${text}`],
    [`${name}=${text}`],
    [`${name}=${text}`],
    [`${name}=1`, `${name}=${text}`],
    [`${name}[]=${text}`],
    [`${name}[$ne]=${text}`],
    [name],
  ]
  return pick(dice, forms)
}

function content(
  value: unknown,
  method: string,
  { dice, hostility }: Making,
): Pick<Sent, 'body' | 'headers'> {
  if (method === 'GET' && !chance(dice, 3)) return {}
  if (chance(dice, hostility / 2))
    return {
      body: pick(dice, RAW_BODIES),
      headers: { ...SAME_SITE, 'content-type': pick(dice, ['application/json', ...TYPES]) },
    }
  const json = JSON.stringify(value === undefined && chance(dice, hostility) ? hostile(dice) : value)
  return json === undefined
    ? { headers: SAME_SITE }
    : { body: json, headers: { ...SAME_SITE, 'content-type': 'application/json' } }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')

// Half of a surrogate pair has no escape.
const escape = (text: string): string => encodeURIComponent(text.toWellFormed())

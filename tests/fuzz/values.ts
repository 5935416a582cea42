import fc from 'fast-check'
import type { Dice } from '#tests/support/seeded.ts'

/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
  readonly pattern?: string
}

/** Resolves a `$ref`. */
export type Resolve = (schema: Schema) => Schema

export const chance = (dice: Dice, percent: number): boolean => dice(100) < percent
export const pick = <T>(dice: Dice, from: readonly T[]): T => from[dice(from.length)]!

const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  1.5,
  '',
  ' ',
  '\u200b',
  '\u0000',
  '\ud800',
  'a\u202eb',
  '%00',
  '%ff',
  '..%2f..%2f',
  '__proto__',
  'constructor',
  '(a+)+$',
  '$where',
  { $ne: null },
  { $gt: '' },
  { $regex: '.*' },
  { __proto__: { isAdmin: true } },
  { toString: 1 },
  { length: 1e9 },
  [],
  [[]],
  [{ $ne: null }],
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  'https://[::1]:1/x',
  'file:///etc/passwd',
  '=1+1',
  'a\r\nSet-Cookie: sid=1',
  'Z̷̢̛a̶̡̛l̵̢̛g̷̢̛ơ̶̡',
  '👑'.repeat(200),
  '#tag '.repeat(166),
  '@ann '.repeat(166),
  ' '.repeat(100_000),
  'x'.repeat(200_000),
  '9999-99-99T99:99:99Z',
  '2026-01-01T00:00:00.000Z',
  '1e1000',
  'NaN',
  '-0',
  '0x10',
  '٣',
]

/** Something that no client should send. */
export function hostile(dice: Dice): unknown {
  if (chance(dice, 70)) return pick(dice, HOSTILE)
  return fc.sample(fc.anything({ withBigInt: false, withDate: false, maxDepth: 3 }), {
    seed: dice(2 ** 30),
    numRuns: 1,
  })[0]
}

/** How values are made for one request. */
export interface Making {
  readonly resolve: Resolve
  readonly dice: Dice
  /** Names that exist. */
  readonly seen: readonly string[]
  /** How many values of a hundred are hostile; with none, only what is required is given, mostly. */
  readonly hostility: number
}

/** Something that fits the schema, or a hostile value instead of it or of a part of it. */
export function valueFor(schema: Schema, making: Making): unknown {
  const { resolve, dice, hostility } = making
  if (chance(dice, hostility)) return hostile(dice)
  const real = resolve(schema)
  const branches = real.anyOf ?? real.oneOf
  if (branches) return valueFor(pick(dice, branches), making)
  if (real.const !== undefined) return real.const
  if (real.enum) return pick(dice, real.enum)
  switch (typeOf(real, dice)) {
    case 'object':
      return objectFor(real, making)
    case 'array':
      return Array.from({ length: dice(4) }, () => valueFor(real.items ?? {}, making))
    case 'string':
      return textFor(real, making)
    case 'integer':
    case 'number':
      return pick(dice, [0, 1, 2, 20, 2_000, 1990, ...(hostility > 0 ? [-1, 1.5, 2 ** 31] : [])])
    case 'boolean':
      return chance(dice, 50)
    case 'null':
      return null
    default:
      return hostile(dice)
  }
}

const typeOf = ({ type = '' }: Schema, dice: Dice): string =>
  typeof type === 'string' ? type : pick(dice, type)

function objectFor({ properties = {}, required = [] }: Schema, making: Making): Record<string, unknown> {
  const { dice, hostility } = making
  const given = Object.entries(properties).filter(([name]) =>
    chance(dice, hostility > 0 ? 85 : required.includes(name) ? 100 : 10),
  )
  const entries = given.map(([name, schema]) => [name, valueFor(schema, making)])
  const extra = chance(dice, hostility)
    ? [[pick(dice, ['isAdmin', 'authorId', 'rev', '_id', '$set', 'epoch']), hostile(dice)]]
    : []
  return Object.fromEntries([...entries, ...extra]) as Record<string, unknown>
}

const UNITS = ['grapheme', 'grapheme-ascii', 'binary'] as const

function textFor(
  { minLength = 0, maxLength = 60, format, pattern }: Schema,
  { dice, seen, hostility }: Making,
): string {
  if (format === 'uuid') return fc.sample(fc.uuid(), { seed: dice(2 ** 30), numRuns: 1 })[0]!
  if (format === 'email') return `fuzz${dice(1e6)}@people.example`
  if (pattern && hostility === 0)
    return fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: dice(2 ** 30), numRuns: 1 })[0]!
  if (seen.length > 0 && chance(dice, 35)) return pick(dice, seen)
  const most = Math.min(Math.max(minLength, 1) + dice(40), maxLength + (chance(dice, hostility) ? 1 : 0))
  const unit = hostility === 0 ? 'grapheme-ascii' : pick(dice, UNITS)
  return fc.sample(fc.string({ unit, minLength: Math.min(Math.max(minLength, 1), most), maxLength: most }), {
    seed: dice(2 ** 30),
    numRuns: 1,
  })[0]!
}

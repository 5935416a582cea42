import type { z } from 'zod'
import { idOf, moment } from './make-post.ts'

/** A view of this schema, number `number`: without what is optional, with empty lists, and with ids and times that count. */
export function sampleView<T extends object>(schema: z.ZodType<T>, number: number, more: object = {}): T {
  return { ...(sample(schema, number) as T), ...more }
}

function sample(schema: z.ZodType, number: number): unknown {
  const { def } = schema as unknown as { def: Def }
  if (def.type === 'optional') return undefined
  if (def.type === 'nullable') return null
  if (def.innerType) return sample(def.innerType, number)
  if (def.options) return sample(def.options[0]!, number)
  if (def.entries) return Object.values(def.entries)[0]
  if (def.values) return def.values[0]
  if (def.shape)
    return Object.fromEntries(
      Object.entries(def.shape).flatMap(([name, field]) => {
        const value = sample(field, number)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  const possible = [`words ${number}`, idOf(number), moment(number), number, false, [], {}]
  return possible.find((one) => schema.safeParse(one).success)
}

interface Def {
  type: string
  innerType?: z.ZodType
  options?: z.ZodType[]
  entries?: Record<string, unknown>
  values?: unknown[]
  shape?: Record<string, z.ZodType>
}

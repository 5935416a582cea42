import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** A field of a view that may be missing or null: 'post.poll.options[].votes' of the schema that is named 'post'. */
export type FieldPath = string

/** Every field of a schema that may be missing or null, also within its objects, lists and maps. */
export function optionalFields(schema: z.ZodType, at: string): FieldPath[] {
  return [...new Set(fieldsIn(schema, at))]
}

function fieldsIn(schema: z.ZodType, at: string): FieldPath[] {
  const { def } = schema as unknown as { def: Def }
  if (def.innerType) return fieldsIn(def.innerType, at)
  if (def.options) return def.options.flatMap((option) => fieldsIn(option, at))
  if (def.element) return fieldsIn(def.element, `${at}[]`)
  if (def.valueType) return fieldsIn(def.valueType, `${at}[]`)
  return Object.entries(def.shape ?? {}).flatMap(([field, value]) => {
    const inside = `${at}.${field}`
    const isOptional = value.safeParse(undefined).success || value.safeParse(null).success
    return [...(isOptional ? [inside] : []), ...fieldsIn(value, inside)]
  })
}
interface Def {
  innerType?: z.ZodType
  options?: z.ZodType[]
  element?: z.ZodType
  valueType?: z.ZodType
  shape?: Record<string, z.ZodType>
}

/** Whether a view has a value at this path, which is relative to it; in one of the entries of a list or map. */
export function hasField(view: unknown, [field, ...inside]: readonly string[]): boolean {
  if (view === undefined || view === null) return false
  if (field === undefined) return true
  const name = field.replaceAll('[]', '')
  const depth = (field.length - name.length) / 2
  let values = [(view as Record<string, unknown>)[name]]
  for (let level = 0; level < depth; level += 1)
    values = values.flatMap((value) => Object.values((value as object | null | undefined) ?? {}) as unknown[])
  return values.some((value) => hasField(value, inside))
}

const CONTRACT = path.resolve(import.meta.dirname, '../../../src/contract')

/** The schema of each view that the contract of the pushes names, by its name. */
export async function pushedViews(): Promise<Map<string, z.ZodType>> {
  const text = readFileSync(path.join(CONTRACT, 'events.ts'), 'utf8')
  const views = new Map<string, z.ZodType>()
  for (const [, names, from] of text.matchAll(/import type \{([^}]+)\} from '\.\/([\w.-]+)'/g)) {
    const module = (await import(path.join(CONTRACT, from!))) as Record<string, unknown>
    for (const name of names!.split(',').map((one) => one.trim()))
      if (module[name] instanceof z.ZodType) views.set(name, module[name])
  }
  return views
}

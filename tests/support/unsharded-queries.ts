import type { CommandStartedEvent } from 'mongodb'
import { shardingOf } from '#server/platform/mongo/schema.ts'
import { hearCommands } from './commands.ts'

type Fields = Record<string, unknown>
type Stage = Record<string, Fields>

/** A condition on documents of a collection. */
interface Query {
  readonly command: string
  readonly collection: string
  readonly filter: Fields
}

/**
 * The queries without the shard key of their collection that this worker's server sends while `work` runs, as
 * 'find posts: _id'. A cluster would ask every shard. Nothing else runs meanwhile (`inQuiet`).
 */
export async function unshardedQueriesOf(work: () => Promise<unknown>): Promise<Set<string>> {
  const found = new Set<string>()
  await hearCommands(work, (event) => {
    for (const query of queriesOf(event))
      if (isUnsharded(query))
        found.add(`${query.command} ${query.collection}: ${fieldsOf(query.filter).join(' ')}`)
  })
  return found
}

function queriesOf({ commandName: command, command: content }: CommandStartedEvent): Query[] {
  const collection = content[command] as unknown
  if (typeof collection !== 'string')
    return pipelineOf({ command, collection: '', filter: {} }, content['pipeline'])
  const of = (filter: unknown): Query => ({ command, collection, filter: (filter ?? {}) as Fields })
  switch (command) {
    case 'find':
      return [of(content['filter'])]
    case 'findAndModify':
    case 'count':
    case 'distinct':
      return [of(content['query'])]
    case 'update':
      return (content['updates'] as { q: Fields }[]).map(({ q }) => of(q))
    case 'delete':
      return (content['deletes'] as { q: Fields }[]).map(({ q }) => of(q))
    case 'aggregate':
      return pipelineOf(of({}), content['pipeline'])
    default:
      return []
  }
}

/** What a pipeline reads: its own collection by its first stage, and those that it joins. */
function pipelineOf(own: Query, pipeline: unknown): Query[] {
  const stages = (pipeline ?? []) as Stage[]
  const joined = stages.flatMap(({ $lookup, $unionWith }) => [
    ...($lookup ? joinOf($lookup, 'from') : []),
    ...($unionWith ? joinOf($unionWith, 'coll') : []),
  ])
  return own.collection === '' ? joined : [{ ...own, filter: stages[0]?.['$match'] ?? {} }, ...joined]
}

function joinOf(stage: Fields, name: 'from' | 'coll'): Query[] {
  const [first] = (stage['pipeline'] ?? []) as Stage[]
  const foreign = stage['foreignField']
  const filter = { ...first?.['$match'], ...(typeof foreign === 'string' && { [foreign]: null }) }
  return pipelineOf(
    { command: Object.hasOwn(stage, 'coll') ? 'union' : 'lookup', collection: String(stage[name]), filter },
    stage['pipeline'],
  ).map((query, at) => (at === 0 ? { ...query, filter } : query))
}

function isUnsharded({ collection, filter }: Query): boolean {
  const sharding = shardingOf(collection)
  if (!sharding || 'whole' in sharding) return false
  return !Object.keys(sharding.key).every((field) => names(filter, field))
}

/** Whether the condition holds only for known values of the field. */
function names(filter: Fields, field: string): boolean {
  if (Object.hasOwn(filter, field) && isKnown(filter[field])) return true
  const all = (filter['$and'] ?? []) as Fields[]
  const any = (filter['$or'] ?? []) as Fields[]
  return all.some((one) => names(one, field)) || (any.length > 0 && any.every((one) => names(one, field)))
}

function isKnown(value: unknown): boolean {
  if (value === null || typeof value !== 'object' || '_bsontype' in value) return true
  const operators = Object.keys(value).filter((key) => key.startsWith('$'))
  return operators.length === 0 || operators.some((key) => key === '$in' || key === '$eq')
}

const fieldsOf = (filter: Fields): string[] => [
  ...new Set(
    Object.entries(filter).flatMap(([field, value]) =>
      field === '$and' || field === '$or' ? (value as Fields[]).flatMap(fieldsOf) : [field],
    ),
  ),
]

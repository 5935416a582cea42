import { logger } from '../logger.ts'

/** The part of a mongoose model that the migration needs. */
export interface IndexedModel {
  readonly modelName: string
  createCollection(): Promise<unknown>
  createIndexes(): Promise<void>
}

/**
 * Builds what is missing before anybody is let in: collections (a transaction may not create one) and their declared
 * indexes. Running it again changes nothing.
 */
export async function migrate(models: readonly IndexedModel[]): Promise<void> {
  for (const model of models) {
    await model.createCollection()
    await model.createIndexes()
  }
  logger.debug({ collections: models.length }, 'collections and indexes are in place')
}

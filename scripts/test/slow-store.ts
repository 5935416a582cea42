import path from 'node:path'

const PATCH = path.resolve(import.meta.dirname, '../../tests/support/slow-store.ts')

/** From now on, commands of the processes that are started reach the store late and in another order. */
export function slowStore(): void {
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import ${PATCH}`.trim()
}

import path from 'node:path'

/** The project's folder, whatever the current folder is. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

export const inRoot = (...parts) => path.join(ROOT, ...parts)

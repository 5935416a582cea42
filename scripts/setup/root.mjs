import path from 'node:path'

/** The project's folder, wherever the command was started. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

export const inRoot = (...parts) => path.join(ROOT, ...parts)

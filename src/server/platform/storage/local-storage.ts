import { createReadStream } from 'node:fs'
import { constants, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Storage } from './storage.ts'

/** Files in a local folder. Uploads go through the server, so there are no upload links. */
export function localStorage(root: string): Storage {
  // Sub-folders of two letters: one folder would hold hundreds of thousands of uploads.
  const pathOf = (key: string) => path.join(root, key.slice(0, 2), key)
  return {
    async put(key, from) {
      await mkdir(path.dirname(pathOf(key)), { recursive: true })
      await rename(from, pathOf(key))
    },
    async read(key, range) {
      const file = await open(pathOf(key)).catch(nullWhereMissing)
      return file && createReadStream(pathOf(key), { fd: file, ...range })
    },
    async copyTo(key, target) {
      // Copy-on-write, where the file system has it.
      await copyFile(pathOf(key), target, constants.COPYFILE_FICLONE)
    },
    sizeOf: (key) => stat(pathOf(key)).then(({ size }) => size, nullWhereMissing),
    remove: (key) => rm(pathOf(key), { force: true }),
    removeFolder: (folder) => rm(pathOf(folder), { recursive: true, force: true }),
    uploadLink: () => Promise.resolve(null),
    keyOf: () => null,
  }
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

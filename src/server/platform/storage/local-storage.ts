import { createReadStream } from 'node:fs'
import { constants, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Storage } from './storage.ts'

/** Files in a folder of this machine. Uploads come through the server, so there are no links. */
export function localStorage(root: string): Storage {
  // A folder of two letters between, or a hundred thousand uploads would stand in one.
  const place = (key: string) => path.join(root, key.slice(0, 2), key)
  return {
    async put(key, from) {
      await mkdir(path.dirname(place(key)), { recursive: true })
      await rename(from, place(key))
    },
    async read(key, range) {
      const file = await open(place(key)).catch(nullWhereMissing)
      return file && createReadStream(place(key), { fd: file, ...range })
    },
    async copyTo(key, target) {
      // A copy that costs nothing, on file systems that can.
      await copyFile(place(key), target, constants.COPYFILE_FICLONE)
    },
    sizeOf: (key) => stat(place(key)).then(({ size }) => size, nullWhereMissing),
    remove: (key) => rm(place(key), { force: true }),
    removeFolder: (folder) => rm(place(folder), { recursive: true, force: true }),
    uploadLink: () => Promise.resolve(null),
    keyOf: () => null,
  }
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

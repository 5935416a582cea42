import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { mongo } from 'mongoose'
import { expect } from 'vitest'
import { until } from './until.ts'

interface Where {
  storeUri: string
  folders: readonly string[]
}

/** Waits until no document and no file has one of these words any more. Fails with those that still have. */
export async function untilNoDataLeft(words: readonly string[], where: Where, within: number): Promise<void> {
  let left: string[] = []
  const none = async () => (left = await personalDataLeft(words, where)).length === 0
  await until('nothing is left', none, within).catch(() => expect(left, 'what is left').toEqual([]))
}

/** Every document and every file with one of these words in its name or content, in any letter case. */
export async function personalDataLeft(
  words: readonly string[],
  { storeUri, folders }: Where,
): Promise<string[]> {
  const wanted = words.map((word) => word.toLowerCase())
  const matches = (text: string) => wanted.some((word) => text.toLowerCase().includes(word))
  return [...(await documents(storeUri, matches)), ...(await files(folders, matches))]
}

async function documents(storeUri: string, matches: (text: string) => boolean): Promise<string[]> {
  const client = await mongo.MongoClient.connect(storeUri)
  try {
    const found: string[] = []
    for (const collection of await client.db().collections()) {
      for await (const document of collection.find()) {
        const text = mongo.BSON.EJSON.stringify(document)
        if (matches(text)) found.push(`${collection.collectionName}: ${text}`)
      }
    }
    return found
  } finally {
    await client.close()
  }
}

async function files(folders: readonly string[], matches: (text: string) => boolean): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = path.join(entry.parentPath, entry.name)
      if (matches(file.slice(folder.length)) || matches(await contents(file))) found.push(file)
    }
  }
  return found
}

// A file that is deleted between the listing and the reading has no data.
async function contents(file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { mongo } from 'mongoose'
import { expect } from 'vitest'
import { until } from './until.ts'

interface Where {
  storeUri: string
  folders: readonly string[]
}

/** Waits until there is none any more; fails with those that stay. */
export async function untilNoDataLeft(words: readonly string[], where: Where, within: number): Promise<void> {
  let left: string[] = []
  const none = async () => (left = await personalDataLeft(words, where)).length === 0
  await until('nothing is left', none, within).catch(() => expect(left, 'what is left').toEqual([]))
}

/**
 * Every document of every collection and every file in which one of these words stands: names and contents,
 * in whatever letter case.
 */
export async function personalDataLeft(
  words: readonly string[],
  { storeUri, folders }: Where,
): Promise<string[]> {
  const wanted = words.map((word) => word.toLowerCase())
  const speaks = (text: string) => wanted.some((word) => text.toLowerCase().includes(word))
  return [...(await documents(storeUri, speaks)), ...(await files(folders, speaks))]
}

async function documents(storeUri: string, speaks: (text: string) => boolean): Promise<string[]> {
  const client = await mongo.MongoClient.connect(storeUri)
  try {
    const found: string[] = []
    for (const collection of await client.db().collections()) {
      for await (const document of collection.find()) {
        const text = mongo.BSON.EJSON.stringify(document)
        if (speaks(text)) found.push(`${collection.collectionName}: ${text}`)
      }
    }
    return found
  } finally {
    await client.close()
  }
}

async function files(folders: readonly string[], speaks: (text: string) => boolean): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = path.join(entry.parentPath, entry.name)
      if (speaks(file.slice(folder.length)) || speaks(await contents(file))) found.push(file)
    }
  }
  return found
}

// A file that goes between the listing and the reading has left no trace.
async function contents(file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

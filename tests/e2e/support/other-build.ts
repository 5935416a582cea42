import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const PARTS = [
  'package.json',
  ...['contract', 'embedded-mongo', 'realtime', 'server'].map((name) => `src/${name}`),
  'dist',
]
const HASHED = /[\w.~-]+-([\w-]{8})\.js/g

/**
 * A copy of the product whose page is another build: each script has another name, as after a change of everything.
 * `isBuiltInPlace`: it also has the files of the build before. The caller removes the folder.
 */
export async function copyWithOtherBuild({ isBuiltInPlace = false } = {}): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'royal-flush-build-'))
  await Promise.all(
    PARTS.map((name) => cp(path.join(ROOT, name), path.join(root, name), { recursive: true })),
  )
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  const files = await readdir(path.join(root, 'dist/client'), { recursive: true, withFileTypes: true })
  for (const file of files.filter((entry) => entry.isFile()))
    await rename(path.join(file.parentPath, file.name))
  const assets = 'dist/client/assets'
  if (isBuiltInPlace)
    await cp(path.join(ROOT, assets), path.join(root, assets), { recursive: true, force: false })
  return root
}

/** The scripts and styles that a document names, by path. */
export const assetsOf = (html: string): string[] =>
  [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file!)

/** Gives a file its new name, and the other files' new names in it. */
async function rename(file: string): Promise<void> {
  const name = path.basename(file)
  // The server sends the file as it is where there is no compressed one.
  if (/\.(?:br|gz)$/.test(name)) return rm(file)
  if (!/\.(?:js|html|json)$/.test(name)) return
  const text = (await readFile(file, 'utf8')).replace(HASHED, otherName)
  await rm(file)
  await writeFile(path.join(path.dirname(file), name.replace(HASHED, otherName)), text)
}

const otherName = (name: string, hash: string): string =>
  name.replace(`-${hash}.js`, `-${hash.split('').reverse().join('')}.js`)

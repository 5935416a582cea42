import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { memoryFolder } from './scratch.ts'

it('temporary files of a run get their own folder, which is removed with its content', () => {
  const folder = memoryFolder(tmpdir(), 1)!
  writeFileSync(path.join(folder.path, 'file'), 'left behind')
  folder.remove()
  expect(existsSync(folder.path)).toBe(false)
})

it('a place without enough space, or one that does not exist, is not used', () => {
  expect(memoryFolder(tmpdir(), Number.MAX_SAFE_INTEGER)).toBeUndefined()
  expect(memoryFolder('/nowhere/at/all', 1)).toBeUndefined()
})

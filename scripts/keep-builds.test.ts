import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepBuilds } from './keep-builds.ts'

let folder: string
let assets: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'royal-flush-builds-'))
  assets = path.join(folder, 'assets')
  mkdirSync(assets)
})
afterEach(() => rmSync(folder, { recursive: true }))

function build(...files: string[]): string[] {
  for (const file of files)
    for (const end of ['', '.br', '.gz']) writeFileSync(path.join(assets, file + end), '')
  keepBuilds(assets, path.join(folder, 'builds/client.json'), files)
  return readdirSync(assets).filter((file) => file.endsWith('.js'))
}

it('[L63] the last five builds keep their files', () => {
  for (let number = 1; number <= 5; number += 1) build('shared.js', `page-${number}.js`)
  expect(build('shared.js', 'page-6.js')).toEqual([
    'page-2.js',
    'page-3.js',
    'page-4.js',
    'page-5.js',
    'page-6.js',
    'shared.js',
  ])
  expect(readdirSync(assets)).toHaveLength(18)
})

it('[L63] the same build again takes no place of another', () => {
  build('page-1.js')
  for (let time = 1; time <= 6; time += 1) build('page-2.js')
  expect(build('page-2.js')).toEqual(['page-1.js', 'page-2.js'])
})

it('files of no build, as an interrupted one leaves them, are removed', () => {
  writeFileSync(path.join(assets, 'half.js'), '')
  expect(build('page-1.js')).toEqual(['page-1.js'])
})

import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const here = import.meta.dirname
const readme = readFileSync(path.join(here, 'README.md'), 'utf8')
const components = readdirSync(here)
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => file.replace('.tsx', ''))

it.each(components)('README.md lists %s', (name) => {
  expect(readme).toContain(`\`${name}\``)
})

it('README.md lists no component that does not exist', () => {
  const rows = readme.slice(readme.indexOf('## Primitives')).matchAll(/^\| ((?:`[A-Z]\w+`(?:, )?)+) \|/gm)
  const files = [...rows].map(([, names = '']) => names.slice(1).split('`')[0])
  expect(files.filter((name) => name && !components.includes(name))).toEqual([])
})

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { apiPage } from './docs/api-page.ts'
import { withSection } from './docs/generated-section.ts'
import { jobsPage } from './docs/jobs-page.ts'
import { settingsTable } from './docs/settings-table.ts'
import { structureSection } from './docs/structure-section.ts'
import { readImports } from './import-rules.ts'
import { measureStructure } from './structure/measure.ts'
import { architecturePicture } from './structure/picture.ts'

/**
 * `npm run docs`: writes the parts of the documents that are generated from the code. Tests compare them with the
 * code.
 */
const root = path.resolve(import.meta.dirname, '..')

function write(name: string, make: (before: string) => string): void {
  const file = path.join(root, 'docs', name)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const after = make(before)
  writeFileSync(file, after)
  console.log(after === before ? `docs/${name} is up to date` : `docs/${name} is updated`)
}

const { modules } = await readImports(root)
const structure = measureStructure(root, modules)

write('OPERATIONS.md', (before) => withSection(before, 'settings', settingsTable()))
write('ARCHITECTURE.md', (before) => withSection(before, 'structure', structureSection(structure)))
write('pictures/architecture.svg', () => architecturePicture(modules))
write('API.md', apiPage)
write('JOBS.md', jobsPage)

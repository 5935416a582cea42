import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freshDatabase } from '#tests/support/server.ts'

// npm and a command start one after the other, for each command.
vi.setConfig({ testTimeout: 300_000 })

const ROOT = path.resolve(import.meta.dirname, '../..')
const MONGODB_URI = freshDatabase()
let work: string
let image: string

interface Locked {
  dev?: boolean
  devOptional?: boolean
}
type Packages = Record<string, Locked>

beforeAll(async () => {
  work = await mkdtemp(path.join(tmpdir(), 'royal-flush-image-'))
  image = path.join(work, 'app')
  await mkdir(image)
  // What the last stage of the Dockerfile copies from the project.
  const lastStage = (await readFile(path.join(ROOT, 'Dockerfile'), 'utf8')).split(/^FROM /m).at(-1)!
  const copied = [...lastStage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    names!.split(' '),
  )
  for (const name of copied) await cp(path.join(ROOT, name), path.join(image, name), { recursive: true })
  await linkPackages(path.join(image, 'node_modules'))
  await chmod(image, 0o555)
})
afterAll(async () => {
  const store = await MongoClient.connect(MONGODB_URI)
  await store.db().dropDatabase()
  await store.close()
  await chmod(image, 0o755)
  await rm(work, { recursive: true })
})

/** The packages as `npm ci --omit=dev` installs them, by links to those of the project. */
async function linkPackages(target: string): Promise<void> {
  const source = path.join(ROOT, 'node_modules')
  const { packages } = JSON.parse(await readFile(path.join(source, '.package-lock.json'), 'utf8')) as {
    packages: Packages
  }
  const needed = Object.entries(packages).filter(([, { dev, devOptional }]) => !dev && !devOptional)
  for (const [place] of needed) {
    const name = place.replace('node_modules/', '')
    // The others are inside of one that is linked.
    if (name.includes('node_modules/')) continue
    await mkdir(path.dirname(path.join(target, name)), { recursive: true })
    await symlink(path.join(source, name), path.join(target, name))
  }
  const installed = JSON.stringify({ packages: Object.fromEntries(needed) })
  await writeFile(path.join(target, '.package-lock.json'), installed)
}

const namedIn = async (document: string): Promise<Set<string>> => {
  const text = await readFile(path.join(ROOT, document), 'utf8')
  return new Set([...text.matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name!))
}

/** As an account that may read everything, and may not write to the folder: root may, but for this. */
const BOUND = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all,+dac_read_search'] : ['env']

function run(name: string, args: readonly string[]) {
  const [program, ...before] = [...BOUND, 'npm', 'run', '--silent', name, '--', ...args]
  return promisify(execFile)(program!, before, {
    cwd: image,
    // Not those of this process: tests before this one may have set settings for tests.
    env: {
      TMPDIR: tmpdir(),
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: image,
      NODE_ENV: 'production',
      MONGODB_URI,
      PUBLIC_URL: 'http://localhost:8080',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'help@royal.example',
      SESSION_SECRET: 'b4f0c92d7e1a4c58b6d3f7a9e2c1d8f5',
      UPLOADS_DIR: path.join(work, 'uploads'),
      DATA_DIR: path.join(work, 'data'),
      LOG_LEVEL: 'warn',
    },
  })
}

it("in the image every command of the operators' documents runs, for an account that may not write to the code", async () => {
  const backup = path.join(work, 'backup')
  // In this order; the others need no argument.
  const given: Record<string, string[]> = {
    migrate: [],
    admin: ['list'],
    backup: [backup],
    restore: [backup, '--overwrite'],
  }
  // What CONTRIBUTING names is for a clone with all packages.
  const ofDevelopers = await namedIn('CONTRIBUTING.md')
  const named = [...(await namedIn('docs/OPERATIONS.md'))].filter((name) => !ofDevelopers.has(name))
  expect(named).toEqual(expect.arrayContaining(Object.keys(given)))
  for (const name of new Set([...Object.keys(given), ...named.filter((one) => one !== 'doctor')])) {
    const { stdout, stderr } = await run(name, given[name] ?? [])
    expect(stdout, name).not.toBe('')
    expect(stderr, name).toContain('Database: mongodb://')
  }
  // It finds that there is no mail server here.
  await expect(run('doctor', [])).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('SMTP'),
  })
  // The folder of the code is no place for a backup.
  await expect(run('backup', [path.join(image, 'backup')])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/\nThis account may not write to \S+\/app\/backup \(EACCES\)\.\n$/),
  })
})

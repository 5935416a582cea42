import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assertNode } from './node-version.mjs'

let root
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'royal-flush-setup-'))
  cpSync(path.resolve(import.meta.dirname, '../setup.mjs'), inFolder('scripts/setup.mjs'))
  cpSync(import.meta.dirname, inFolder('scripts/setup'), { recursive: true })
  write('package-lock.json', JSON.stringify(lock({ left: '1.0.0' })))
  write('src/client/index.html', '<p>1</p>')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const inFolder = (name) => path.join(root, name)
const lock = (packages) => ({
  packages: {
    '': {},
    ...Object.fromEntries(
      Object.entries(packages).map(([name, version]) => [`node_modules/${name}`, { version }]),
    ),
  },
})

function write(name, text) {
  mkdirSync(path.dirname(inFolder(name)), { recursive: true })
  writeFileSync(inFolder(name), text)
}

/**
 * A fake npm that records each call and installs what the lock says: a Node, and a Vite that copies the
 * client.
 */
function fakeNpm({ fails } = {}) {
  write(
    'npm.mjs',
    fails
      ? "console.error('npm error code E404\\nnpm error 404 Not Found'); process.exit(1)"
      : `
    import fs from 'node:fs'
    fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
    fs.mkdirSync('node_modules/node/bin', { recursive: true })
    fs.rmSync('node_modules/node/bin/node', { force: true })
    fs.symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/node/bin/node')
    fs.mkdirSync('node_modules/vite/bin', { recursive: true })
    fs.writeFileSync('node_modules/vite/bin/vite.js', "const fs = require('node:fs'); fs.appendFileSync('builds', 'x'); fs.mkdirSync('dist/client', { recursive: true }); fs.copyFileSync('src/client/index.html', 'dist/client/index.html')")
    fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
  `,
  )
  return inFolder('npm.mjs')
}

function setup(purpose, { npm = fakeNpm(), env } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inFolder('scripts/setup.mjs'), purpose], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm, ...env },
  })
  return { status, said: stdout + stderr }
}

const calls = () =>
  existsSync(inFolder('calls')) ? readFileSync(inFolder('calls'), 'utf8').trim().split('\n') : []
const builds = () => (existsSync(inFolder('builds')) ? readFileSync(inFolder('builds'), 'utf8').length : 0)

describe('set-up before a start', () => {
  it('installs and builds on a fresh clone, and says so', () => {
    const { status, said } = setup('start')
    expect({ status, calls: calls(), builds: builds() }).toEqual({
      status: 0,
      calls: ['ci --include=dev --no-audit --no-fund'],
      builds: 1,
    })
    expect(said).toContain('Installing the packages')
    expect(said).toContain('Building the page')
  })

  it('does nothing and says nothing the second time', () => {
    setup('start')
    expect(setup('start')).toEqual({ status: 0, said: '' })
    expect([calls().length, builds()]).toEqual([1, 1])
  })

  it('installs again when the lock changed, and builds for it too', () => {
    setup('start')
    write('package-lock.json', JSON.stringify(lock({ left: '1.0.1' })))
    expect(setup('start').said).toContain('Installing the packages that changed')
    expect([calls().length, builds()]).toEqual([2, 2])
  })

  it('is content without optional packages of other systems', () => {
    setup('start')
    const other = lock({ left: '1.0.0', other: '2.0.0' })
    other.packages['node_modules/other'].optional = true
    writeFileSync(inFolder('package-lock.json'), JSON.stringify(other))
    setup('packages')
    expect(calls()).toHaveLength(1)
  })

  it('installs again after an install that was cut off', () => {
    setup('start')
    rmSync(inFolder('node_modules/.package-lock.json'))
    setup('start')
    expect(calls()).toHaveLength(2)
  })

  it('builds again when a source of the page changed, not when a test did', () => {
    setup('start')
    write('src/client/page.test.ts', 'a test')
    setup('start')
    expect(builds()).toBe(1)
    write('src/contract/posts.ts', 'a source')
    setup('start')
    expect(builds()).toBe(2)
  })

  it('builds again when the built page is gone', () => {
    setup('start')
    rmSync(inFolder('dist/client'), { recursive: true })
    setup('start')
    expect(builds()).toBe(2)
  })

  it('only installs for those who need no page, and builds for sure when asked to', () => {
    setup('packages')
    expect(builds()).toBe(0)
    setup('build')
    setup('build')
    expect(builds()).toBe(2)
  })
})

describe('set-up in production', () => {
  const env = { NODE_ENV: 'production' }
  const change = () => write('package-lock.json', JSON.stringify(lock({ left: '1.0.1' })))

  it('installs and builds nothing, and names the command that does; nothing is said when all is in place', () => {
    setup('build')
    expect(setup('start', { env })).toEqual({ status: 0, said: '' })
    write('src/client/index.html', '<p>2</p>')
    expect(setup('packages', { env }).status).toBe(0)
    const ofPage = setup('start', { env })
    expect(ofPage.status).toBe(78)
    expect(ofPage.said).toMatch(/^\nThe built page in .* as the owner of the folder: npm run build\n$/)
    change()
    for (const purpose of ['start', 'packages']) {
      const { status, said } = setup(purpose, { env })
      expect(status).toBe(78)
      expect(said).toMatch(/^\nThe packages in .* as the owner of the folder: npm run build\n$/)
    }
    expect([calls().length, builds()]).toEqual([1, 1])
    setup('build', { env })
    expect([calls().length, builds()]).toEqual([2, 2])
    expect(setup('start', { env })).toEqual({ status: 0, said: '' })
  })

  it('is content without the packages that only building and testing need', () => {
    const all = lock({ left: '1.0.0', tool: '2.0.0' })
    all.packages['node_modules/tool'].dev = true
    setup('build')
    write('package-lock.json', JSON.stringify(all))
    expect(setup('packages', { env })).toEqual({ status: 0, said: '' })
    setup('packages')
    expect(calls()).toHaveLength(2)
  })

  it('is known from the file with the settings, which must be readable', () => {
    setup('build')
    change()
    write('.env', 'NODE_ENV=production')
    expect(setup('packages', { env: { NODE_ENV: undefined } }).status).toBe(78)
    mkdirSync(inFolder('folder'))
    const { status, said } = setup('packages', { env: { ENV_FILE: inFolder('folder') } })
    expect(status).toBe(1)
    expect(said).toMatch(/^\nThis account may not read the settings in .*folder\.\n$/)
  })
})

describe('set-up in a folder that belongs to somebody else', () => {
  // Root may write everywhere, but for this.
  const bound = process.getuid() === 0 ? ['setpriv', '--bounding-set=-all'] : ['env']
  const asService = (purpose) => {
    const [program, ...args] = [...bound, process.execPath, inFolder('scripts/setup.mjs'), purpose]
    const env = { ...process.env, npm_execpath: inFolder('npm.mjs') }
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8', env })
    return { status, said: stdout + stderr }
  }
  afterEach(() => chmodSync(root, 0o755))

  it('writes nothing when all is in place, and says in a sentence what must be done otherwise', () => {
    setup('start')
    rmSync(inFolder('.cache'), { recursive: true })
    chmodSync(root, 0o555)
    expect(asService('start')).toEqual({ status: 0, said: '' })
    write('src/client/index.html', '<p>2</p>')
    for (const purpose of ['start', 'build']) {
      const { status, said } = asService(purpose)
      expect(status).toBe(1)
      expect(said).toMatch(
        /^\nThe packages or the built page in .* may not write there\. Run, .*: npm run build\n$/,
      )
    }
  })
})

describe('set-up that cannot go on', () => {
  it('says in a sentence what npm said', () => {
    const { status, said } = setup('start', { npm: fakeNpm({ fails: true }) })
    expect(status).toBe(1)
    expect(said).toContain('The packages could not be installed: npm error code E404')
    expect(said).toContain('Run npm ci to see all that npm says.')
  })

  it('says what is wrong with the page, and tries again the next time', () => {
    setup('start')
    write('node_modules/vite/bin/vite.js', "console.error('Unexpected token'); process.exit(1)")
    write('src/client/index.html', '<p>2')
    for (const { status, said } of [setup('start'), setup('start')]) {
      expect(status).toBe(1)
      expect(said).toContain('The page could not be built:\nUnexpected token')
    }
  })

  it('names the Node it needs', () => {
    expect(() => assertNode('18.20.4')).toThrow(
      'Node 18.20.4 is too old: Royal Flush needs Node 20.19 or newer',
    )
    expect(() => assertNode('20.18.9')).toThrow('too old')
    expect(() => assertNode('20.19.0')).not.toThrow()
    expect(() => assertNode('26.10.0')).not.toThrow()
  })
})

describe('two set-ups at once', () => {
  it('do not install over each other', () => {
    fakeNpm()
    const both = `'${process.execPath}' scripts/setup.mjs start & '${process.execPath}' scripts/setup.mjs start & wait`
    execFileSync('sh', ['-c', both], {
      cwd: root,
      env: { ...process.env, npm_execpath: inFolder('npm.mjs') },
    })
    expect([calls().length, builds()]).toEqual([1, 1])
  })

  it('a lock left by one that was killed holds nobody up', () => {
    write('.cache/setup.lock', String(2 ** 22 + 1))
    expect(setup('packages').status).toBe(0)
  })
})

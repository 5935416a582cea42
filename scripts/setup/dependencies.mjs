import { existsSync, readFileSync } from 'node:fs'
import { ROOT, inRoot } from './root.mjs'
import { run, SetupError, step } from './step.mjs'

/** The Node that the packages bring. */
export const OWN_NODE = inRoot(
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** What is said of the packages where they are not those of package-lock.json. */
const PACKAGES = 'The packages'

/** Without the Node that the packages bring, the machine's own one must be able to run the server. */
export function assertOwnNode() {
  if (!existsSync(OWN_NODE) && Number(process.versions.node.split('.')[0]) < 24) {
    throw new SetupError(
      "npm did not run the install script of the package 'node', which brings the Node that the server runs on. Allow it (npm config set ignore-scripts false) and run npm ci.",
    )
  }
}

/**
 * What to say when packages are missing or have other versions; undefined if all are installed. Those that only
 * building and testing need may be missing where `withDev` is false.
 */
export function missing({ withDev = true } = {}) {
  const installedFile = inRoot('node_modules', '.package-lock.json')
  // npm records there what it installed; an interrupted install leaves no record.
  if (!existsSync(installedFile)) return PACKAGES
  const [wanted, installed] = [inRoot('package-lock.json'), installedFile].map(packagesOf)
  const fits = ([place, { version, integrity, optional, link, dev, devOptional }]) => {
    const there = installed[place]
    // Optional packages are for other systems.
    if (!there) return Boolean(optional || link || (!withDev && (dev || devOptional)))
    return there.version === version && there.integrity === integrity
  }
  const packages = Object.entries(wanted).filter(([place]) => place.startsWith('node_modules/'))
  return packages.every(fits) ? undefined : PACKAGES
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** Installs the packages of package-lock.json. */
export async function installPackages() {
  const again = existsSync(inRoot('node_modules', '.package-lock.json'))
  const title = again ? 'Installing the packages that changed' : 'Installing the packages'
  // Use the npm and the Node that run this script.
  const npm = process.env.npm_execpath
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []]
  // Development packages are needed whatever NODE_ENV says: the client is built here, and Node itself is one
  // of them.
  const args = [...before, 'ci', '--include=dev', '--no-audit', '--no-fund']
  const { code, said } = await step(`${title} (a minute or two on the first start)`, () =>
    run(program, args, { cwd: ROOT }),
  )
  if (code !== 0)
    throw new SetupError(
      `The packages could not be installed: ${lastError(said)}\nRun npm ci to see all that npm says.`,
    )
}

const lastError = (said) =>
  said
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('npm error') && !line.includes('complete log'))
    .slice(0, 6)
    .join('\n') || said.trim().slice(-400)

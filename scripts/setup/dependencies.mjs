import { existsSync, readFileSync } from 'node:fs'
import { ROOT, inRoot } from './root.mjs'
import { run, SetupError, step } from './step.mjs'

/** Node as it comes with the packages. */
export const OWN_NODE = inRoot(
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** Installs the packages of package-lock.json where they are missing or others. */
export async function ensureDependencies() {
  const why = missing()
  if (why) await install(why)
  if (!existsSync(OWN_NODE) && Number(process.versions.node.split('.')[0]) < 24) {
    throw new SetupError(
      "npm did not run the install script of the package 'node', which brings the Node that the server runs on. Allow it (npm config set ignore-scripts false) and run npm ci.",
    )
  }
}

/** Why the packages must be installed; undefined when all are there. */
export function missing(
  lockFile = inRoot('package-lock.json'),
  installedFile = inRoot('node_modules', '.package-lock.json'),
) {
  // npm notes there what it installed; an install that was cut off leaves none.
  if (!existsSync(installedFile)) return 'Installing the packages'
  const [wanted, installed] = [lockFile, installedFile].map(packagesOf)
  const fits = ([place, { version, integrity, optional, link }]) => {
    const there = installed[place]
    // Optional ones are for other systems than this.
    if (!there) return Boolean(optional || link)
    return there.version === version && there.integrity === integrity
  }
  const packages = Object.entries(wanted).filter(([place]) => place.startsWith('node_modules/'))
  return packages.every(fits) ? undefined : 'Installing the packages that changed'
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

async function install(title) {
  // The npm that runs this very script; its own Node is the one that runs us.
  const npm = process.env.npm_execpath
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []]
  // Whatever NODE_ENV says: the page is built here, and Node itself is among the devDependencies.
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

/** The fields of a package in package-lock.json that are used here. */
export interface LockedPackage {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

export type LockedPackages = Record<string, LockedPackage>

/** A build for one system that another package needs and the lock does not have. */
export interface Missing {
  readonly name: string
  readonly version: string
  readonly dev: boolean
}

/**
 * The builds that the lock lacks. npm leaves out a build for another system if the registry does not
 * deliver it at that moment. Then `npm ci` fails everywhere, and that system never gets its build.
 */
export function missingBuilds(packages: LockedPackages): Missing[] {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !resolves(packages, place, name))
      .map(([name, version]) => ({ name, version, dev })),
  )
}

/** The lock with an entry for each build that was missing. */
export function withBuilds(packages: LockedPackages): LockedPackages {
  const added = missingBuilds(packages).map(
    ({ name, version, dev }) => [`node_modules/${name}`, entry(name, version, dev)] as const,
  )
  const { '': root, ...rest } = packages
  const all = Object.entries({ ...rest, ...Object.fromEntries(added) }).sort(([left], [right]) =>
    left < right ? -1 : 1,
  )
  return { ...(root && { '': root }), ...Object.fromEntries(all) }
}

// In Node's order: beside the package first, then in every folder above.
function resolves(packages: LockedPackages, place: string, name: string): boolean {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true
    if (!folder) return false
  }
}

const SYSTEMS = ['darwin', 'linux', 'win32', 'freebsd', 'android', 'openharmony']
const PROCESSORS = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32']
const LIBRARIES: Record<string, string> = {
  gnu: 'glibc',
  gnueabihf: 'glibc',
  musl: 'musl',
  musleabihf: 'musl',
}

/** Native builds have the system in their name, by convention: binding-linux-x64-gnu. */
function entry(name: string, version: string, dev: boolean): LockedPackage {
  const words = name.split(/[-/]/)
  const [os, cpu] = [
    SYSTEMS.find((word) => words.includes(word)),
    PROCESSORS.find((word) => words.includes(word)),
  ]
  if (!cpu || !/^\d+\.\d+\.\d+/.test(version))
    throw new Error(
      `Which system is ${name}@${version} for? Its name does not say; add it to package-lock.json by hand.`,
    )
  const libc = LIBRARIES[words.at(-1)!]
  return {
    version,
    cpu: [cpu],
    ...(dev && { dev }),
    ...(libc && os === 'linux' && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  }
}

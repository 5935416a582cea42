import { SetupError } from './step.mjs'

const LEAST = [20, 19]

/** The set-up needs this version; the server runs on the Node that the packages bring. */
export function assertNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])) {
    throw new SetupError(
      `Node ${version} is too old: Royal Flush needs Node ${LEAST.join('.')} or newer to set itself up.`,
    )
  }
}

import { SetupError } from './step.mjs'

const LEAST = [20, 19]

/** Set-up itself needs this much; the server then runs on the Node that comes with the packages. */
export function assertNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])) {
    throw new SetupError(
      `Node ${version} is too old: Royal Flush needs Node ${LEAST.join('.')} or newer to set itself up.`,
    )
  }
}

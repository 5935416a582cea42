import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { canMakeVideos } from '#server/features/media/video/ffmpeg.ts'
import { config } from '#server/platform/config.ts'
import { MOST_CONNECTIONS, connectionsFor, openFilesLimit } from '#server/platform/open-files.ts'
import { fault, ok, reasonOf, warning, type Check, type Finding } from './finding.ts'

export const checkVideos: Check = { part: 'videos', look: lookAtFfmpeg }

async function lookAtFfmpeg(): Promise<Finding> {
  const hint =
    "Install ffmpeg with H.264, AAC and the filters zscale and tonemap (Debian's has all), or correct FFMPEG_PATH and FFPROBE_PATH."
  for (const program of [config.FFMPEG_PATH, config.FFPROBE_PATH]) {
    try {
      await promisify(execFile)(program, ['-version'], { timeout: 10_000 })
    } catch (error) {
      return warning(
        `${program} does not run (${reasonOf(error)}): videos and voice messages are off. ${hint}`,
      )
    }
  }
  return (await canMakeVideos())
    ? ok('ffmpeg and ffprobe can make videos and voice messages.')
    : warning(`This ffmpeg lacks libx264, aac, zscale or tonemap: videos and voice messages are off. ${hint}`)
}

export const checkDescriptors: Check = { part: 'open files', look: lookAtDescriptors }

/** With fewer a busy evening of a small site ends in 'too many'. */
const FEW_CONNECTIONS = 1_000

async function lookAtDescriptors(): Promise<Finding> {
  const limit = openFilesLimit()
  const most = connectionsFor(limit, MOST_CONNECTIONS)
  if (most === MOST_CONNECTIONS) return ok(`A process takes ${most} connections.`)
  const said = `A process may open ${limit} files and takes ${most} connections at once instead of ${MOST_CONNECTIONS}. Raise the limit: LimitNOFILE=65536 of systemd, nofile of compose, or ulimit -n.`
  return most < FEW_CONNECTIONS ? fault(said) : warning(said)
}

export const checkAddress: Check = { part: 'address', look: lookAtAddress }

async function lookAtAddress(): Promise<Finding> {
  const address = `${config.PUBLIC_URL}/healthz`
  try {
    const { status } = await fetch(address, { signal: AbortSignal.timeout(5_000), redirect: 'manual' })
    return status === 200
      ? ok(`${config.PUBLIC_URL} answers.`)
      : warning(`${address} answers ${status}: something else is there, or the proxy does not pass it on.`)
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return warning(
      `${config.PUBLIC_URL} cannot be reached from this machine (${reasonOf(cause ?? error)}). That is right while the server does not run, or where only the outside may reach it.`,
    )
  }
}

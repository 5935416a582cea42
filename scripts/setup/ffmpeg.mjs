import { run, step } from './step.mjs'

/** A longer install is waiting for a network that is not there. */
const TIMEOUT_MS = 180_000

/**
 * Videos need the machine's ffmpeg. If it is missing, this installs it where that is possible (Debian, as
 * root). Otherwise one line says that video is off; everything else works, and video works as soon as
 * ffmpeg is installed. A machine with FFMPEG_PATH is left alone.
 */
export async function ensureFfmpeg(machine = thisMachine) {
  if (machine.isChosen || (await machine.hasFfmpeg())) return
  if (await machine.mayInstall()) await step('Installing ffmpeg for videos', () => machine.install())
  if (!(await machine.hasFfmpeg()))
    machine.tell(
      'ffmpeg is missing: video is off, everything else works. Install it any time (Debian: apt-get install ffmpeg); no restart is needed.',
    )
}

const answers = async (program, flag) => (await run(program, [flag])).code === 0

const apt = (...args) =>
  run('apt-get', ['-qq', ...args], {
    timeout: TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  })

const thisMachine = {
  isChosen: Boolean(process.env.FFMPEG_PATH),
  hasFfmpeg: () => answers('ffmpeg', '-version'),
  mayInstall: async () => process.getuid?.() === 0 && (await answers('apt-get', '--version')),
  install: async () => {
    await apt('update')
    await apt('install', '-y', '--no-install-recommends', 'ffmpeg')
  },
  tell: (line) => console.log(line),
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts'
import { CLIP, clipPage } from './clip/clip-page.ts'

/**
 * `node scripts/render-clip.ts`: renders the founder's clip from our own mascots, frame by frame, and
 * writes it with its poster into src/client/public. Needs a Chromium and an ffmpeg with H.264. The results
 * are committed.
 */
const root = path.resolve(import.meta.dirname, '..')
const out = (name: string) => path.join(root, 'src/client/public', name)
const source = (name: string) => readFileSync(path.join(root, name))

const executablePath = process.env['CHROMIUM_PATH'] ?? findChromium()
if (!executablePath) throw new Error('There is no Chromium here. Set CHROMIUM_PATH to one.')

const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
try {
  const page = await browser.newPage({
    viewport: { width: CLIP.width, height: CLIP.height },
    colorScheme: 'light',
  })
  await page.setContent(
    clipPage({
      sprite: source('src/client/ui/mascots.svg').toString(),
      tokens: source('src/client/styles/tokens.css').toString(),
      display: source(
        'node_modules/@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
      ).toString('base64'),
    }),
  )
  await page.evaluate('document.fonts.ready')
  await encode(page)
  await poster(page)
} finally {
  await browser.close()
}

async function frameAt(page: Page, second: number): Promise<Buffer> {
  await page.evaluate(`draw(${second})`)
  return page.screenshot({ type: 'png' })
}

async function encode(page: Page): Promise<void> {
  const input = ['-f', 'image2pipe', '-framerate', String(CLIP.fps), '-i', '-']
  // Every browser plays this format while it loads. There is no sound.
  const output = [
    '-an',
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-crf',
    '28',
    '-tune',
    'animation',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
    out('founder.mp4'),
  ]
  const ffmpeg = spawn('ffmpeg', ['-loglevel', 'error', '-y', ...input, ...output], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(ffmpeg, 'exit')
  for (let frame = 0; frame < CLIP.seconds * CLIP.fps; frame++) {
    if (!ffmpeg.stdin.write(await frameAt(page, frame / CLIP.fps))) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

/** The poster that is shown before the clip plays: all mascots. */
async function poster(page: Page): Promise<void> {
  await sharp(await frameAt(page, CLIP.seconds))
    .webp({ quality: 82 })
    .toFile(out('founder.webp'))
}

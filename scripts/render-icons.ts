import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

/**
 * `node scripts/render-icons.ts`: renders the logo (favicon.svg) as the PNG icons that devices need. The
 * results are committed.
 */
const folder = path.resolve(import.meta.dirname, '../src/client/public')
const arms = readFileSync(path.join(folder, 'favicon.svg'), 'utf8')

/** Share of the icon's width that the logo takes. A phone's mask may cut off a fifth on each side. */
const ROOM = { rounded: 1, filled: 0.8 } as const

interface Icon {
  name: string
  size: number
  /** rounded: with the favicon's own corners. filled: to the edges, because the device cuts its own. */
  shape: keyof typeof ROOM
}

const ICONS: readonly Icon[] = [
  { name: 'favicon-32.png', size: 32, shape: 'rounded' },
  { name: 'icon-192.png', size: 192, shape: 'rounded' },
  { name: 'icon-512.png', size: 512, shape: 'rounded' },
  { name: 'apple-touch-icon.png', size: 180, shape: 'filled' },
  { name: 'icon-maskable-512.png', size: 512, shape: 'filled' },
]

/** The same logo with a wider margin. */
function withRoom(shape: Icon['shape']): string {
  if (shape === 'rounded') return arms
  const side = 40 / ROOM.filled
  const edge = 16 - side / 2
  const square = `viewBox="${edge} ${edge} ${side} ${side}"`
  return arms
    .replace(/viewBox="[^"]*"/, square)
    .replace(
      /<rect x="-4" y="-4" width="40" height="40" rx="9"/,
      `<rect x="${edge}" y="${edge}" width="${side}" height="${side}"`,
    )
}

for (const { name, size, shape } of ICONS) {
  await sharp(Buffer.from(withRoom(shape)), { density: (72 * size) / 40 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(folder, name))
}

import { stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'

/**
 * The baseline for pictures: sharp alone, one picture after another in one process, with the same result.
 * No form, no session, no record, no queue, no moving of files.
 */
setPriority(10)
sharp.concurrency(1)
sharp.cache(false)

process.on('message', ({ input, folder, times }: { input: string; folder: string; times: number }) => {
  void (async () => {
    for (let time = 0; time < times; time += 1) await make(input, folder)
    process.send!('made')
  })()
})
process.on('disconnect', () => process.exit())

async function make(input: string, folder: string): Promise<void> {
  await sharp(input).metadata()
  const { data, info } = await sharp(input, { autoOrient: true })
    .resize({ width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const again = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const [full, card] = [path.join(folder, 'full.webp'), path.join(folder, 'card.webp')]
  await again().webp({ quality: 80 }).toFile(full)
  await again().resize({ width: 1080, height: 1080, fit: 'inside' }).webp({ quality: 80 }).toFile(card)
  await Promise.all([stat(full), stat(card)])
  await again()
    .resize({ width: 20, height: 20, fit: 'inside' })
    .webp({ quality: 35, alphaQuality: 20, effort: 6 })
    .toBuffer()
}

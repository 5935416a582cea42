import type { Locator, Page } from 'playwright'
import sharp from 'sharp'
import { mp4 } from '#tests/support/media.ts'

/** A file as a browser is given one to choose. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A photo in two colours, left and right, so that a crop of it can be told. */
export async function photo(width = 1200, height = 800): Promise<ChosenFile> {
  const half = await sharp({ create: { width: width / 2, height, channels: 3, background: '#d35400' } }).png().toBuffer()
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#1f618d' } }).composite([{ input: half, left: 0, top: 0 }]).jpeg().toBuffer()
  return { name: 'throne.jpg', mimeType: 'image/jpeg', buffer }
}

/** A clip of ffmpeg's test source, with a tone. */
export const clip = async (): Promise<ChosenFile> => ({ name: 'clip.mp4', mimeType: 'video/mp4', buffer: await mp4(2) })

/** Chooses a file for what is being written on this page. */
export async function attach(page: Page, file: ChosenFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a photo or video' }).click()
  await (await chooser).setFiles(file)
}

/** Whether a picture has arrived and is drawn. */
export const isDrawn = (picture: Locator): Promise<boolean> => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

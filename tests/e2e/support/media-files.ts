import type { Locator, Page } from 'playwright'
import { expect } from 'playwright/test'
import sharp from 'sharp'
import type { MediaPurpose, UploadView } from '#contract/media.ts'
import type { CreatePostInput, PostView } from '#contract/posts.ts'
import { mp4 } from '#tests/support/media.ts'
import { createPost } from './calls.ts'
import type { Guest } from './people.ts'

/** A file as the browser's file input takes it. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A photo with a different colour on its left and right, so that a crop can be recognised. */
export async function photo(width = 1200, height = 800): Promise<ChosenFile> {
  const half = await sharp({ create: { width: width / 2, height, channels: 3, background: '#d35400' } })
    .png()
    .toBuffer()
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#1f618d' } })
    .composite([{ input: half, left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
  return { name: 'throne.jpg', mimeType: 'image/jpeg', buffer }
}

let clipBytes: Promise<Buffer> | undefined

/** A clip of ffmpeg's test source, with a tone. It is made once a worker. */
export const clip = async (): Promise<ChosenFile> => ({
  name: 'clip.mp4',
  mimeType: 'video/mp4',
  buffer: await (clipBytes ??= mp4(2)),
})

/** A small picture of one colour. */
export const coloured = async (name: string, background: string): Promise<ChosenFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 60, height: 90, channels: 3, background } })
    .png()
    .toBuffer(),
})

/** Drops a file on an element, or pastes it there. */
export const dropFile = (
  target: Locator,
  { name, mimeType, buffer }: ChosenFile,
  how: 'drop' | 'paste' = 'drop',
): Promise<void> =>
  target.evaluate(
    (element, [file, type, base64, kind]) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], file, { type }))
      const common = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...common, dataTransfer: data })
          : new ClipboardEvent('paste', { ...common, clipboardData: data }),
      )
    },
    [name, mimeType, buffer.toString('base64'), how] as const,
  )

/** Chooses files, or the file at this path, for the draft on this page. */
export async function attach(page: Page, file: ChosenFile | string, ...more: ChosenFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a photo or video' }).click()
  await (await chooser).setFiles(typeof file === 'string' ? file : [file, ...more])
}

/** Whether a picture is loaded and rendered. */
export const isDrawn = (picture: Locator): Promise<boolean> =>
  picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

/** Uploads a file by the API and waits until it is processed. */
export async function uploaded(
  { context: { request } }: Guest,
  file: ChosenFile,
  purpose: MediaPurpose,
): Promise<UploadView> {
  const answer = await request.post(`/api/media/upload?purpose=${purpose}`, { multipart: { file } })
  const upload = (await answer.json()) as UploadView
  const state = async () =>
    ((await (await request.get(`/api/media/${upload.id}`)).json()) as UploadView).state
  await expect.poll(state, { timeout: 30_000 }).toBe('ready')
  return upload
}

/** Posts a file by the API. */
export async function publish(
  who: Guest,
  text: string,
  file: ChosenFile,
  more: Partial<CreatePostInput> = {},
): Promise<PostView> {
  const { mediaUrl, mediaType } = await uploaded(who, file, 'post')
  return createPost(who, text, { mediaUrl, mediaType, ...more })
}

import type { Page } from 'playwright'
import { awake, choose, click, fails, opens, press, type Row, type Screen, type Stage } from './list.ts'

/** Chooses a file for what is being written; so many bytes of nothing. */
const pick =
  (name: string, mimeType: string, bytes = 10) =>
  async (page: Page) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add a photo or video' }).click()
    await (await chooser).setFiles({ name, mimeType, buffer: Buffer.alloc(bytes) })
  }
const refused = (sentence: string): Row[] => [
  ['toast', 'Invalid file'],
  ['toast', sentence],
]
const MEGABYTE = 1024 * 1024

const picker: Screen = {
  screen: 'Photos and videos (composer)',
  states: [
    {
      state: 'neither a picture nor a video',
      bring: opens('ann', '/', pick('scroll.txt', 'text/plain')),
      rows: refused('Please select an image or video file.'),
    },
    {
      state: 'a picture of another kind',
      bring: opens('ann', '/', pick('a.bmp', 'image/bmp')),
      rows: refused('Invalid image format. Please use JPEG, PNG, WebP, or GIF.'),
    },
    {
      state: 'a picture of more than 10 MB',
      bring: opens('ann', '/', pick('a.png', 'image/png', 10 * MEGABYTE + 1)),
      rows: refused('Image file is too large. Maximum size is 10MB.'),
    },
    {
      state: 'a video of another kind',
      bring: opens('ann', '/', pick('a.mkv', 'video/x-matroska')),
      rows: refused('Invalid video format: video/x-matroska. Please use MP4, WebM, QuickTime, or AVI.'),
    },
    {
      state: 'a picture that is attached',
      bring: fails('**/api/media/upload?*', 'ann', '/', pick('a.png', 'image/png')),
      rows: [
        ['button', 'Remove photo'],
        ['field', 'Alt text'],
        ['text', '0/140'],
        ['button', 'Content warning'],
        ['button', 'Sensitive content'],
      ],
    },
  ],
}

const detail = ({ post }: Stage) => `/p/${post.id}`

const menus: Screen = {
  screen: 'Post menu, report and shortcuts',
  states: [
    {
      state: "the menu of somebody else's post",
      bring: opens('newcomer', detail, click('Post options')),
      rows: [
        ['menu item', 'Copy link'],
        ['menu item', 'Report'],
      ],
    },
    {
      state: "a visitor's report",
      bring: opens('visitor', detail, click('Post options'), choose('Report')),
      rows: [['toast', 'Login required']],
    },
    {
      state: 'a report',
      bring: opens('newcomer', detail, click('Post options'), choose('Report')),
      rows: [
        ['heading', 'Report this post'],
        ['text', 'What is wrong with it?'],
        ['text', 'Anything else? (optional)'],
      ],
    },
    {
      state: 'the keys',
      bring: opens('newcomer', '/', awake, press('?')),
      rows: [
        ['heading', 'Keyboard shortcuts'],
        ['switch', 'Single-key shortcuts'],
      ],
    },
  ],
}

/** What comes with a post, and what can be done with one. */
export const MEDIA: readonly Screen[] = [picker, menus]

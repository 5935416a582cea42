import { chooseFile, chooseLargeFile, type Act } from './acts.ts'
import { each, type Row, type Scene, type Screen } from './scene.ts'

const choose =
  (name: string, mimeType: string): Act =>
  (page) =>
    chooseFile(page, name, mimeType, Buffer.alloc(10))
const invalid = (message: string): Row[] => each('toast', 'Invalid file', message)
const MEGABYTE = 1024 * 1024

const refused = (state: string, act: Act, message: string): Scene => ({
  state,
  acts: [act],
  texts: invalid(message),
})

const picker: Screen = {
  screen: 'Photos and videos (composer)',
  who: 'ann',
  path: '/',
  scenes: [
    refused(
      'neither a picture nor a video',
      choose('scroll.txt', 'text/plain'),
      'Please select an image or video file.',
    ),
    ...[
      refused(
        'a picture of another type',
        choose('a.bmp', 'image/bmp'),
        'Invalid image format. Please use JPEG, PNG, WebP, or GIF.',
      ),
      refused(
        'a picture of more than 10 MB',
        (page) => chooseLargeFile(page, 'a.png', 10 * MEGABYTE + 1),
        'Image file is too large. Maximum size is 10MB.',
      ),
      refused(
        'a video of another type',
        choose('a.mkv', 'video/x-matroska'),
        'Invalid video format: video/x-matroska. Please use MP4, WebM, QuickTime, or AVI.',
      ),
    ].map((scene) => ({ ...scene, stays: true as const })),
    {
      state: 'an attached picture',
      stays: true,
      fails: '**/api/media/upload?*',
      acts: [choose('a.png', 'image/png')],
      texts: [
        ['button', 'Remove photo'],
        ['field', 'Alt text'],
        ['text', '0/140'],
        ...each('button', 'Content warning', 'Sensitive content'),
      ],
    },
    {
      state: 'two attached pictures',
      stays: true,
      fails: '**/api/media/upload?*',
      acts: [choose('b.png', 'image/png')],
      texts: each('button', 'Remove photo 1', 'Remove photo 2', 'Move photo 1 down', 'Move photo 2 up'),
    },
  ],
}

export const MEDIA: readonly Screen[] = [picker]

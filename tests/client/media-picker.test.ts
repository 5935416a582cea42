// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import {
  COMPOSER_LIMITS,
  PICKER_LIMITS,
  pictureRefusal,
  refusalFor,
  selectionOf,
} from '#client/features/media/picker-rules.ts'

const MEGABYTE = 1024 * 1024

/** A file with this reported size. */
const file = (name: string, type: string, size = 1_000): File =>
  Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })
const never = () => Promise.reject(new Error('not to be measured'))

describe('A picked file', () => {
  it.each([
    ['notes.txt', 'text/plain', 1, 'Please select an image or video file.'],
    ['art.svg', 'image/svg+xml', 1, 'Invalid image format. Please use JPEG, PNG, WebP, or GIF.'],
    ['big.png', 'image/png', LIMITS.imageBytes + 1, 'Image file is too large. Maximum size is 10MB.'],
    [
      'film.mkv',
      'video/x-matroska',
      1,
      'Invalid video format: video/x-matroska. Please use MP4, WebM, QuickTime, or AVI.',
    ],
    ['film.mp4', 'video/mp4', LIMITS.videoBytes + 1, 'Video file is too large. Maximum size is 100MB.'],
  ])('%s of type %s is an invalid file: %#', async (name, type, size, description) => {
    expect(await refusalFor(file(name, type, size), COMPOSER_LIMITS, never)).toEqual({
      title: 'Invalid file',
      description,
    })
  })

  it('may be as large as its purpose allows', async () => {
    const film = file('film.mp4', 'video/mp4', 61.2 * MEGABYTE)
    expect(await refusalFor(film, COMPOSER_LIMITS, never)).toBeNull()
    expect(await refusalFor(film, PICKER_LIMITS, never)).toEqual({
      title: 'File too large',
      description: 'File must be smaller than 50MB (current: 61.2MB)',
    })
  })

  it('has its length measured if it is a video but no MP4, and may be sent when that fails', async () => {
    const webm = file('film.webm', 'video/webm')
    expect(await refusalFor(webm, PICKER_LIMITS, async () => 61)).toEqual({
      title: 'Video too long',
      description: 'Videos must be 60 seconds or shorter',
    })
    expect(await refusalFor(webm, PICKER_LIMITS, async () => 60)).toBeNull()
    expect(await refusalFor(webm, PICKER_LIMITS, async () => null)).toBeNull()
  })

  it('counts as an MP4 by its name, also without a type, as from some phones', async () => {
    expect(await refusalFor(file('film.m4v', ''), PICKER_LIMITS, never)).toBeNull()
    expect(await refusalFor(file('photo.jpg', 'image/jpeg'), PICKER_LIMITS, never)).toBeNull()
  })

  it("waits three seconds for a browser that does not report a video's length", async () => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:film', revokeObjectURL: () => undefined }),
    )
    const asked = refusalFor(file('film.webm', 'video/webm'), PICKER_LIMITS)
    await vi.advanceTimersByTimeAsync(LIMITS.pickerMetadata)
    expect(await asked).toBeNull()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

describe('A draft', () => {
  const photo = (name: string) => file(name, 'image/jpeg')
  const film = file('film.mp4', 'video/mp4')
  const held = (...kinds: ('image' | 'video')[]) => kinds.map((kind) => ({ kind }))
  const taken = (files: File[], has: ReturnType<typeof held>, most: number = LIMITS.pictures) => {
    const { taken: some, notice } = selectionOf(files, has, most)
    return [some.map(({ name }) => name).join(' '), notice?.title ?? null]
  }
  const five = ['a', 'b', 'c', 'd', 'e'].map(photo)

  it('of a post takes up to four pictures, and says so of the fifth', () => {
    expect(taken(five.slice(0, 4), [])).toEqual(['a b c d', null])
    expect(taken(five, [])).toEqual(['a b c d', 'Too many pictures'])
    expect(taken(five.slice(0, 2), held('image', 'image', 'image'))).toEqual(['a', 'Too many pictures'])
    expect(taken([photo('a')], held('image', 'image', 'image', 'image'))).toEqual(['', 'Too many pictures'])
    expect(taken([], [])).toEqual(['', null])
  })

  it('of a post takes one video alone: a video replaces a video, and nothing replaces pictures', () => {
    expect(taken([film], [])).toEqual(['film.mp4', null])
    expect(taken([film], held('video'))).toEqual(['film.mp4', null])
    expect(taken([film, photo('a')], [])).toEqual(['film.mp4', 'Pictures or a video'])
    expect(taken([photo('a'), film], [])).toEqual(['a', 'Pictures or a video'])
    expect(taken([film], held('image'))).toEqual(['', 'Pictures or a video'])
    expect(taken([photo('a')], held('video'))).toEqual(['', 'Pictures or a video'])
  })

  it('of a message takes the first file, in place of the one before', () => {
    expect(taken([photo('a')], held('video'), 1)).toEqual(['a', null])
    expect(taken([film, photo('a')], held('image'), 1)).toEqual(['film.mp4', 'One at a time'])
  })
})

describe('A picture for a profile', () => {
  it('must be a picture, at most as large as the picker accepts', () => {
    expect(pictureRefusal(file('film.mp4', 'video/mp4'))?.title).toBe('Invalid file')
    expect(pictureRefusal(file('huge.png', 'image/png', 51 * MEGABYTE))).toEqual({
      title: 'File too large',
      description: 'File must be smaller than 50MB (current: 51.0MB)',
    })
    expect(pictureRefusal(file('face.webp', 'image/webp', 12 * MEGABYTE))).toBeNull()
  })
})

// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { UploadView } from '#contract/media.ts'
import { hasArrived, nextUpload, pickedUpload } from '#client/features/media/data/upload-state.ts'
import type { Upload, UploadEvent } from '#client/features/media/data/upload-state.ts'
import { uploadWords } from '#client/features/media/UploadProgress.tsx'

const picked = pickedUpload({
  id: 'here',
  slot: 'post:ann',
  purpose: 'post',
  kind: 'video',
  name: 'clip.mp4',
  size: 9,
  pickedAt: 0,
})

const view = (changes: Partial<UploadView> = {}): UploadView => ({
  id: 'there',
  kind: 'video',
  state: 'processing',
  mediaUrl: '/api/media/direct/there-video.mp4',
  mediaType: 'video',
  width: 16,
  height: 9,
  aspect: 16 / 9,
  placeholder: null,
  variants: { avatar: null, card: null, full: null },
  poster: null,
  duration: 2,
  purpose: 'post',
  progress: 0,
  error: null,
  claimed: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  rev: 1,
  ...changes,
})

const after = (...events: UploadEvent[]): Upload => events.reduce(nextUpload, picked)
const SENDS = { type: 'sends' } as const
const LOST = { type: 'lost' } as const
const sent = (percent: number): UploadEvent => ({ type: 'sent', percent })
const withView = (changes?: Partial<UploadView>): UploadEvent => ({ type: 'view', view: view(changes) })
const REFUSED = { type: 'refused', sentence: 'That file is broken.', status: 400 } as const

describe('An upload', () => {
  it('is queued, sends with a percentage, is processed and is ready, and shows each state', () => {
    const steps = [
      SENDS,
      sent(42),
      sent(100),
      withView(),
      withView({ rev: 2, progress: 40 }),
      withView({ rev: 3, state: 'ready', progress: 100 }),
    ]
    const words = steps.map((_, at) => uploadWords(after(...steps.slice(0, at + 1))))
    expect(uploadWords(picked)).toBe('Waiting its turn')
    expect(words).toEqual(['Uploading 0%', 'Uploading 42%', 'Processing', 'Processing', 'Processing 40%', ''])
  })

  it('has arrived only when the server has it', () => {
    expect(hasArrived(after(SENDS, sent(100)))).toBe(false)
    expect(hasArrived(after(SENDS, sent(100), withView()))).toBe(true)
    expect(hasArrived(after(SENDS, withView({ state: 'ready' })))).toBe(true)
    expect(hasArrived(after(SENDS, withView({ state: 'failed', error: 'No.' })))).toBe(false)
  })

  it('waits when the connection is lost, also before the answer, and starts again', () => {
    expect(after(SENDS, sent(80), LOST)).toMatchObject({ phase: 'waiting', percent: 0, losses: 1 })
    expect(after(SENDS, sent(100), LOST)).toMatchObject({ phase: 'waiting' })
    expect(after(SENDS, LOST, SENDS, LOST)).toMatchObject({ phase: 'waiting', losses: 2 })
    expect(after(SENDS, LOST, SENDS, withView())).toMatchObject({ phase: 'processing', losses: 0 })
  })

  it('is not sent again once the server has it', () => {
    const held = after(SENDS, withView())
    expect(nextUpload(held, LOST)).toBe(held)
    expect(nextUpload(held, REFUSED)).toBe(held)
  })

  it("fails with the server's message, and is retried from the beginning", () => {
    const failed = after(SENDS, sent(50), REFUSED)
    expect(failed).toMatchObject({ phase: 'failed', status: 400 })
    expect(uploadWords(failed)).toBe('That file is broken.')
    expect(nextUpload(failed, { type: 'retried' })).toEqual(picked)
  })

  it('ends with the message of a failed processing', () => {
    const failed = after(
      SENDS,
      withView(),
      withView({ rev: 2, state: 'failed', error: 'We could not get that video to play.' }),
    )
    expect(failed.phase).toBe('failed')
    expect(uploadWords(failed)).toBe('We could not get that video to play.')
  })

  it('ignores late events: older states, falling percentages, other uploads', () => {
    const ready = after(SENDS, withView({ rev: 5, state: 'ready' }))
    expect(nextUpload(ready, withView({ rev: 4 }))).toBe(ready)
    expect(nextUpload(ready, withView({ id: 'other', rev: 9 }))).toBe(ready)
    expect(nextUpload(ready, sent(10))).toBe(ready)
    const half = after(SENDS, sent(50))
    expect(nextUpload(half, sent(20))).toBe(half)
    expect(nextUpload(half, { type: 'retried' })).toBe(half)
  })

  it('leaves its draft when a post or message references it', () => {
    expect(after(SENDS, withView(), { type: 'used' })).toMatchObject({ slot: null, phase: 'processing' })
  })
})

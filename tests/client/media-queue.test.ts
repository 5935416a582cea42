// @vitest-environment jsdom
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CurrentUserView } from '#contract/account.ts'
import type { UploadView } from '#contract/media.ts'
import { isUnwelcome } from '#client/features/media/data/upload-state.ts'
import {
  UploadFailed,
  cancelUpload,
  haltUploads,
  moveUpload,
  pickFile,
  retryUpload,
  uploadArrival,
  uploadUsed,
  wakeUploads,
} from '#client/features/media/data/uploads.actions.ts'
import { setViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import {
  applyUploadView,
  closeUploads,
  uploadIn,
  uploadOf,
  uploadsIn,
  useUploads,
} from '#client/features/media/data/uploads.store.ts'
import { eventually } from '#tests/support/eventually.ts'

/** Replaces the browser's XMLHttpRequest: a test decides the result of each. */
class Sending extends EventTarget {
  static readonly all: Sending[] = []
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  statusText = ''
  aborted = false
  constructor() {
    super()
    Sending.all.push(this)
  }
  open(): void {}
  send(): void {}
  abort(): void {
    this.aborted = true
    this.dispatchEvent(new Event('loadend'))
  }
  leaves(loaded: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 100 }))
  }
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null
  }
  ends(status: number, body: string): void {
    Object.assign(this, { status, responseText: body })
    this.dispatchEvent(new Event('loadend'))
  }
}

const view: UploadView = {
  id: 'there',
  kind: 'image',
  state: 'ready',
  mediaUrl: '/api/media/direct/there-full.webp',
  mediaType: 'image',
  width: 3,
  height: 2,
  aspect: 1.5,
  placeholder: null,
  variants: { avatar: null, card: null, full: null },
  poster: null,
  duration: null,
  purpose: 'post',
  progress: 100,
  error: null,
  claimed: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  rev: 1,
}
const picture = () => new File(['x'], 'throne.jpg', { type: 'image/jpeg' })
const pick = (slot: string) => pickFile(slot, 'post', 'image', picture()).id
const failureOf = (arrival: Promise<unknown>) => arrival.catch((error: unknown) => error)
const phaseOf = (id: string) => uploadOf(id)?.phase
const last = () => Sending.all.at(-1)!
const calls = vi.fn<(path: string, init: RequestInit) => void>()

beforeEach(() => {
  Sending.all.length = 0
  calls.mockReset()
  vi.stubGlobal('XMLHttpRequest', Sending)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls(path, init)
    return new Response(null, { status: 204 })
  })
})
afterEach(() => {
  haltUploads()
  closeUploads()
  vi.unstubAllGlobals()
})

it('a picked file is sent at once, reports its progress, and arrives', async () => {
  const id = pick('post:ann')
  last().leaves(42)
  expect(uploadOf(id)).toMatchObject({ phase: 'sending', percent: 42 })
  last().leaves(100)
  expect(phaseOf(id)).toBe('processing')
  const arrival = uploadArrival(id)
  last().ends(201, JSON.stringify(view))
  expect(await arrival).toEqual(view)
  expect(phaseOf(id)).toBe('ready')
  uploadUsed(id)
  expect(uploadOf(id)).toBeUndefined()
})

it('two are sent in parallel, the third when one is done', async () => {
  const ids = ['a', 'b', 'c'].map(pick)
  expect(ids.map(phaseOf)).toEqual(['sending', 'sending', 'queued'])
  Sending.all[0]!.ends(201, JSON.stringify(view))
  await eventually(() => expect(phaseOf(ids[2]!)).toBe('sending'))
})

it('after a lost connection the waiting files are sent', async () => {
  const id = pick('post:ann')
  const arrival = uploadArrival(id)
  last().ends(0, '')
  await eventually(() => expect(phaseOf(id)).toBe('waiting'))
  wakeUploads()
  expect(phaseOf(id)).toBe('sending')
  last().ends(503, 'The throne is busy.')
  await eventually(() => expect(phaseOf(id)).toBe('waiting'))
  wakeUploads()
  last().ends(201, JSON.stringify(view))
  expect((await arrival).id).toBe('there')
})

it('a refusal is shown in full, and Retry starts again', async () => {
  const id = pick('post:ann')
  const refused = failureOf(uploadArrival(id))
  last().ends(400, 'That file is broken.')
  expect(await refused).toMatchObject({ message: '400 - That file is broken.' })
  expect(uploadOf(id)).toMatchObject({ phase: 'failed', sentence: 'That file is broken.' })
  expect(isUnwelcome(uploadOf(id)!)).toBe(true)
  retryUpload(id)
  await eventually(() => expect(phaseOf(id)).toBe('sending'))
  expect(Sending.all).toHaveLength(2)
})

it('cancelling stops the upload, and deletes what the server already has', async () => {
  const underWay = pick('post:ann')
  const taken = failureOf(uploadArrival(underWay))
  cancelUpload(underWay)
  expect(last().aborted).toBe(true)
  expect(await taken).toBeInstanceOf(UploadFailed)
  const arrived = pick('post:ann')
  last().ends(201, JSON.stringify(view))
  await eventually(() => expect(phaseOf(arrived)).toBe('ready'))
  cancelUpload(arrived)
  expect(calls).toHaveBeenCalledWith('/api/media/there', expect.objectContaining({ method: 'DELETE' }))
  expect(useUploads.getState().uploads).toEqual([])
})

it('another file for the same draft replaces the first', () => {
  const first = pick('post:ann')
  const second = pick('post:ann')
  expect(uploadOf(first)).toBeUndefined()
  expect(uploadIn('post:ann')?.id).toBe(second)
  expect(Sending.all[0]!.aborted).toBe(true)
})

it('keeps the pictures of one draft in their order, and moves one to any place', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => pickFile('post:ann', 'post', 'image', named(name), true).id)
  pickFile('post:bob', 'post', 'image', named('other'), true)
  const names = () =>
    uploadsIn('post:ann')
      .map(({ name }) => name)
      .join('')
  expect(names()).toBe('abc')
  moveUpload(c!, 1)
  expect(names()).toBe('acb')
  moveUpload(a!, 2)
  expect(names()).toBe('cba')
  moveUpload(b!, 1)
  expect(names()).toBe('cba')
  moveUpload(a!, 0)
  expect(names()).toBe('acb')
  moveUpload(b!, 0)
  moveUpload(a!, 2)
  expect(names()).toBe('bca')
  cancelUpload(a!)
  pickFile('post:ann', 'post', 'image', named('d'), true)
  expect(names()).toBe('bcd')
  pickFile('post:ann', 'post', 'image', named('alone'))
  expect(names()).toBe('alone')
})

it('sends the others of a draft when one of them is refused', async () => {
  const ids = ['a', 'b'].map((name) => pickFile('post:ann', 'post', 'image', named(name), true).id)
  Sending.all[0]!.ends(400, 'That file is broken. Please try another one.')
  Sending.all[1]!.ends(201, JSON.stringify(view))
  await eventually(() => expect(ids.map(phaseOf)).toEqual(['failed', 'ready']))
})

const named = (name: string) => new File(['x'], name, { type: 'image/jpeg' })

it('writes the bytes to the disk once, and the state only when a reload needs another one', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  const puts = (withBytes: boolean) =>
    put.mock.calls.filter(([value]) => value instanceof Blob === withBytes).length
  setViewer({ id: 'ann' } as CurrentUserView)
  const id = pick('post:ann')
  for (let percent = 1; percent <= 100; percent += 1) last().leaves(percent)
  last().ends(201, JSON.stringify({ ...view, state: 'processing', progress: 0 }))
  await uploadArrival(id)
  for (let rev = 2; rev <= 100; rev += 1)
    applyUploadView({ ...view, rev, state: 'processing', progress: rev })
  applyUploadView({ ...view, rev: 101 })
  // Picked, at the server, ready.
  await eventually(() => expect(puts(false)).toBe(3))
  expect(puts(true)).toBe(1)
  setViewer(null)
})

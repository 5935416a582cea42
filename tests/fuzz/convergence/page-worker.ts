import { parentPort, workerData } from 'node:worker_threads'
import { openBrowser } from './browser.ts'

/** What a page of a run has on screen beside the lists of its person. */
export interface Subjects {
  readonly postId: string
  readonly gentleId: string
  readonly handle: string
  readonly threadId: string | null
  /** Who deletes their account meanwhile. */
  readonly goneId: string
  readonly isAdmin: boolean
}

export interface PageSettings {
  readonly sites: readonly string[]
  readonly cookie: string
  readonly subjects: Subjects
}

/** What is on screen, by name; false: not yet loaded. */
export type Shown = Record<string, unknown>

const { subjects, ...settings } = workerData as PageSettings
const browser = openBrowser(settings)
const { openPage } = await import('./page-in-thread.ts')
const page = await openPage(subjects)
const acts = { cut: browser.cut, react: page.react, view: () => parentPort!.postMessage(page.view()) }
/** What a page can be asked. */
export type Asked = keyof typeof acts
parentPort!.on('message', (asked: Asked) => acts[asked]())
parentPort!.postMessage('open')

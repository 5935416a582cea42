import { parentPort } from 'node:worker_threads'
import { readPage, type Page } from './read-page.ts'

/** What the thread says: first that it listens, then one card or null for each page. */
export type PageWorkerAnswer = 'listens' | ReturnType<typeof readPage>

parentPort!.on('message', (page: Page) => parentPort!.postMessage(readPage(page) satisfies PageWorkerAnswer))
parentPort!.postMessage('listens' satisfies PageWorkerAnswer)

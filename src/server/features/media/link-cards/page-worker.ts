import { parentPort } from 'node:worker_threads'
import { readPage, type Page } from './read-page.ts'

parentPort!.on('message', (page: Page) => parentPort!.postMessage(readPage(page)))
parentPort!.postMessage('listens')

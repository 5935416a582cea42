import { parentPort } from 'node:worker_threads'
import { cardOfPage, type FetchedPage } from './page-card.ts'

parentPort!.on('message', (page: FetchedPage) => parentPort!.postMessage(cardOfPage(page)))
parentPort!.postMessage('listens')

import { parentPort } from 'node:worker_threads'
import { htmlOf } from './blog-html.ts'

parentPort!.on('message', (markdown: string) => parentPort!.postMessage(htmlOf(markdown)))
parentPort!.postMessage('listens')

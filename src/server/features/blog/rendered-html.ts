import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { createThread } from '#server/platform/thread.ts'

/** For one article, ms. The longest and worst one takes a third of a second on a machine that does nothing else. */
const DEADLINE_MS = 5_000
/** Size of the cache of Markdown and HTML, in UTF-16 units. */
const CACHE_SIZE = 8_000_000

const render = createThread<string, string>(path.join(import.meta.dirname, 'html-worker.ts'))

const cache = new LRUCache<string, string>({
  maxSize: CACHE_SIZE,
  sizeCalculation: (html, markdown) => html.length + markdown.length + 1,
  fetchMethod: (markdown) => render(markdown, DEADLINE_MS),
  // Somebody still waits for it.
  ignoreFetchAbort: true,
})

/**
 * The HTML of an article's Markdown (`htmlOf`), made in a thread of its own, and cached. Rejects when it takes too long.
 */
export const renderedHtml = (markdown: string): Promise<string> => cache.forceFetch(markdown)

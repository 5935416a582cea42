import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PageSettings, Shown } from './page-worker.ts'

/** A page of the product in a thread of its own, with its own copy of the client's code. */
export interface Page {
  /** What it shows now. */
  view(): Promise<Shown>
  /** Cuts its connection. */
  cut(): void
  /** Its person presses a reaction of the open post. */
  react(): void
  close(): Promise<unknown>
}

export async function openPage(settings: PageSettings): Promise<Page> {
  const worker = new Worker(new URL('./page-worker.ts', import.meta.url), {
    workerData: settings,
    stderr: false,
  })
  await once(worker, 'message')
  return {
    async view() {
      const answer = once(worker, 'message')
      worker.postMessage('view')
      return ((await answer) as [Shown])[0]
    },
    cut: () => worker.postMessage('cut'),
    react: () => worker.postMessage('react'),
    close: () => worker.terminate(),
  }
}

/** What has not been loaded yet, or has not settled. */
export const missingIn = (shown: Shown): string[] =>
  Object.keys(shown).filter((name) => shown[name] === false)

/** What a page shows otherwise than it should, each with its place. */
export function differences(shown: unknown, wanted: unknown, place = ''): string[] {
  if (!isTree(shown) || !isTree(wanted))
    return shown === wanted
      ? []
      : [`${place} is ${JSON.stringify(shown)} instead of ${JSON.stringify(wanted)}`]
  const keys = new Set([...Object.keys(shown), ...Object.keys(wanted)])
  return [...keys].flatMap((key) => differences(shown[key], wanted[key], place ? `${place}.${key}` : key))
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Code could not be fetched: the network is away, or a newer build has taken its place. */
export class CodeError extends Error {}

/** The scripts that are on their way or here, by their address. */
const fetched = new Map<string, Promise<void>>()

/**
 * Loads a part's code; the build puts this around each `import()` (vite.config.ts). `files`: its script and the
 * scripts which that needs.
 */
export async function loadCode<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const get = async (fetchOne: (file: string) => Promise<void>) => {
    await Promise.all(files.map((file) => fetchOne(`/${file}`)))
    return load()
  }
  try {
    return await get(fetchAhead)
  } catch (cause) {
    try {
      // Another process may have them, in the middle of a deploy.
      return await get(fetchToCache)
    } catch {
      // The first failure tells more: the browser's own words for it.
      const error = new CodeError(cause instanceof Error ? cause.message : 'no script', { cause })
      dispatchEvent(new CustomEvent('code-error', { detail: error }))
      throw error
    }
  }
}

/**
 * Only Chromium fetches a script again whose `import()` has failed. Firefox and Safari remember the failure until the
 * page is reloaded, so there `import()` comes after the script is in the browser's cache.
 */
const triesAgain = () => navigator.userAgent.includes('Chrome/')

const fetchAhead = (file: string): Promise<void> => {
  if (triesAgain()) return preload(file)
  const known = fetched.get(file)
  if (known) return known
  const fetching = fetchToCache(file)
  fetched.set(file, fetching)
  fetching.catch(() => fetched.delete(file))
  return fetching
}

/** How often a file is asked for that the process asked does not have, and the pause between, ms. As in first.js. */
const TRIES = 16
const PAUSE_MS = 50

async function fetchToCache(file: string, tries = TRIES): Promise<void> {
  const answer = await fetch(file)
  // To its end: only then it is in the cache.
  if (answer.ok) return void (await answer.arrayBuffer())
  if (answer.status !== 404 || tries === 1) throw new Error(`${file}: ${answer.status}`)
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  return fetchToCache(file, tries - 1)
}

/** All at once; `import()` alone would find them one after the other. */
async function preload(file: string): Promise<void> {
  if (document.querySelector(`link[href="${file}"]`)) return
  const link = document.createElement('link')
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: file })
  document.head.append(link)
}

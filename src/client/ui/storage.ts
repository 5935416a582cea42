import { inBrowser } from './in-browser.ts'

/**
 * Access to one storage of the browser. Nothing here throws: a browser may forbid its storage, and it may be
 * full.
 */
export interface GuardedStorage {
  /** Null when there is no such key, or the storage cannot be read. */
  read(key: string): string | null
  /** An empty text removes the key. Returns whether the browser stored it. */
  keep(key: string, text: string): boolean
  remove(key: string): void
  /** All keys with this prefix. */
  keys(prefix: string): string[]
  /**
   * The value under this key, parsed by `parse`. A value that is no JSON, or for which `parse` returns null,
   * is removed.
   */
  readJson<T>(key: string, parse: (value: unknown) => T | null): T | null
  /** Returns whether the browser stored it. */
  saveJson(key: string, value: unknown): boolean
  /**
   * Calls the listener when another tab has changed this key, or has cleared everything. Returns an
   * unsubscribe.
   */
  onChange(key: string, listener: () => void): () => void
}

function guard(open: () => Storage): GuardedStorage {
  const tried = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    if (!inBrowser) return otherwise
    try {
      return work(open())
    } catch {
      // Forbidden or full. The page works without its storage, so this is no error.
      return otherwise
    }
  }
  const keep = (key: string, text: string) =>
    tried((storage) => {
      if (text) storage.setItem(key, text)
      else storage.removeItem(key)
      return true
    }, false)
  const read = (key: string) => tried((storage) => storage.getItem(key), null)
  const remove = (key: string) => tried((storage) => storage.removeItem(key), undefined)
  return {
    read,
    keep,
    remove,
    keys: (prefix) => tried((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix)), []),
    readJson(key, parse) {
      const text = read(key)
      const value = text === null ? null : parse(parsed(text))
      if (text !== null && value === null) remove(key)
      return value
    },
    saveJson: (key, value) => keep(key, JSON.stringify(value)),
    onChange(key, listener) {
      if (!inBrowser) return () => undefined
      const hear = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener()
      }
      addEventListener('storage', hear)
      return () => removeEventListener('storage', hear)
    },
  }
}

/** Null for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // half-written by a crash
  }
}

/** Stays until it is removed. The only way to localStorage (held by lint). */
export const browserStorage = guard(() => localStorage)

/** Lives as long as the tab. The only way to sessionStorage (held by lint). */
export const tabStorage = guard(() => sessionStorage)

import { createStore } from '#client/live/create-store.ts'
import type { ResyncCause } from './registry.ts'

/**
 * connecting: the page was just opened. live: pushes arrive. reconnecting: the socket is down and being
 * retried. offline: the device has no network.
 */
export type ConnectionStatus = 'connecting' | 'live' | 'reconnecting' | 'offline'

export interface Connection {
  status: ConnectionStatus
  /** Since when the page is up or down, epoch ms. A change between two kinds of being down keeps it. */
  since: number
  /** A resync is running. */
  catchingUp: boolean
  /** The person has as many other pages connected as anyone may have. */
  crowded: boolean
}

export const useConnection = createStore<Connection>(() => ({
  status: 'connecting',
  since: Date.now(),
  catchingUp: false,
  crowded: false,
}))

export const isLive = (): boolean => useConnection.getState().status === 'live'

export function setConnectionStatus(status: ConnectionStatus): void {
  useConnection.setState((current) => {
    if (current.status === status) return current
    const turned = (current.status === 'live') !== (status === 'live')
    return { status, since: turned ? Date.now() : current.since }
  })
}

export const setCrowded = (crowded: boolean): void => useConnection.setState({ crowded })

export const setCatchingUp = (catchingUp: boolean): void => useConnection.setState({ catchingUp })

let fetched: Promise<void> = Promise.resolve()
/** The resync of the last `ready`, whose turn may not have come yet. */
export const setFetching = (resync: Promise<void>): void => void (fetched = resync)
/** Resolves when the resync of the last `ready` has fetched what it could. Never rejects. */
export const whenFetched = (): Promise<void> => fetched

/**
 * No change of the viewer's data happened between this time and the last `ready`, epoch ms; Infinity:
 * unknown.
 */
let viewerUnchanged = Infinity
export const viewerUnchangedSince = (): number => viewerUnchanged
export const setViewerQuiet = (quietMs: number | undefined): void =>
  void (viewerUnchanged = sinceQuiet(quietMs))

/**
 * Whether nothing has changed about the person from `readAt` (epoch ms) until the `ready` that causes this
 * resync.
 */
export const isUnchangedAtReady = (cause: ResyncCause | undefined, readAt: number): boolean =>
  cause?.reason === 'ready' && readAt >= viewerUnchanged

/** The answer took some time to arrive, so this is rather too late than too early. */
export const sinceQuiet = (quietMs: number | undefined): number =>
  quietMs === undefined ? Infinity : Date.now() - quietMs

import { createStore } from '#client/live/create-store.ts'

/**
 * connecting: the page has just been opened. live: pushes arrive. reconnecting: the socket is down and being
 * retried.
 * offline: the device has no network.
 */
export type ConnectionStatus = 'connecting' | 'live' | 'reconnecting' | 'offline'

export interface Connection {
  status: ConnectionStatus
  /** Since when the page is up, or down, epoch ms; a change between two ways of being down keeps it. */
  since: number
  /** A resync is under way. */
  catchingUp: boolean
}

export const useConnection = createStore<Connection>(() => ({
  status: 'connecting',
  since: Date.now(),
  catchingUp: false,
}))

export const isLive = (): boolean => useConnection.getState().status === 'live'

export function setConnectionStatus(status: ConnectionStatus): void {
  useConnection.setState((current) => {
    if (current.status === status) return current
    const turned = (current.status === 'live') !== (status === 'live')
    return { status, since: turned ? Date.now() : current.since }
  })
}

export const setCatchingUp = (catchingUp: boolean): void => useConnection.setState({ catchingUp })

/** Nothing has changed about the person from then until the last `ready`, epoch ms; Infinity: not known. */
let viewerUnchanged = Infinity
export const viewerUnchangedSince = (): number => viewerUnchanged
export const setViewerQuiet = (quietMs: number | undefined): void =>
  void (viewerUnchanged = sinceQuiet(quietMs))

/** The answer was some time on its way, so this is rather too late than too early. */
export const sinceQuiet = (quietMs: number | undefined): number =>
  quietMs === undefined ? Infinity : Date.now() - quietMs

import { bus } from '#server/platform/bus.ts'

/** What the monitor shows is not the same any more: who looks at it, at whichever server, is sent it anew. */
export const emitMonitorChanged = (): void => bus.emit('monitor:changed', { at: new Date().toISOString() })

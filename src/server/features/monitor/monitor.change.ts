import { bus } from '#server/platform/bus.ts'

/** Pushes the monitor's state to admins who watch it, at every process. */
export const emitMonitorChanged = (): void => bus.emit('monitor:changed', { at: new Date().toISOString() })

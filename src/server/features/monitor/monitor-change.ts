import { bus } from '#server/platform/bus.ts'
import { clock } from '#server/platform/clock.ts'

/** Pushes the monitor's state to admins who watch it, at every process. */
export const emitMonitorChanged = (): void => bus.emit('monitor:changed', { at: clock.date().toISOString() })

import { bus } from '#server/platform/bus.ts'
import { presentAuditEntries } from './audit.service.ts'

/** A new entry is pushed with the names of the people that it is about. */
export const presentAudit = (): (() => void) =>
  bus.onLocal('audit:recorded', async ({ entry }) => {
    const [view] = await presentAuditEntries([entry])
    bus.emit('audit:added', { entry: view! })
  })

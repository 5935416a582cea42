import { createStore } from '#client/live/create-store.ts'
import type { MonitorStatusView } from '#contract/monitor.ts'

interface MonitorState {
  status: MonitorStatusView | null
}

/** How the house is, pushed or fetched: whichever was read later. */
export const useMonitor = createStore<MonitorState>(() => ({ status: null }))

export const takeStatus = (status: MonitorStatusView): void =>
  useMonitor.setState((held) =>
    !held.status || status.lastUpdate >= held.status.lastUpdate ? { status } : held,
  )

export const forgetMonitor = (): void => useMonitor.setState({ status: null })

import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { isLive, useConnection } from '#client/live/connection.store.ts'
import { isCounted } from '#client/live/counted.ts'
import { createStore } from '#client/live/create-store.ts'
import { onLive } from '#client/live/registry.ts'
import { signal } from '#client/live/socket.ts'

/** How many people have the open post, article or profile on screen. `subject`: its id; null: none is open. */
const useAttendanceStore = createStore<{ subject: string | null; count: number }>(() => ({
  subject: null,
  count: 0,
}))

/** The number at this post, article or profile; 0 while it is unknown. */
export const useAttendance = (id: string): number =>
  useAttendanceStore(({ subject, count }) => (subject === id ? count : 0))

/** The page shows this post, article or profile by itself. Returns the function that ends it. */
export function sitDown(id: string): () => void {
  useAttendanceStore.setState({ subject: id, count: 0 })
  const send = () => {
    if (isLive()) void signal('sit', { throne: id, counted: currentViewer() === null && isCounted() })
  }
  const stops = [
    onLive('attendance:updated', (event) => {
      if (event.id === id) useAttendanceStore.setState({ subject: id, count: event.count })
    }),
    useConnection.subscribe(({ status }, before) => {
      if (status === 'live' && before.status !== 'live') send()
    }),
    // The person has agreed, or no longer does.
    onLive('privacy:updated', send),
  ]
  send()
  return () => {
    stops.forEach((stop) => stop())
    useAttendanceStore.setState({ subject: null, count: 0 })
    if (isLive()) void signal('sit', { throne: null, counted: false })
  }
}

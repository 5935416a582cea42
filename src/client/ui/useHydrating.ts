import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** React asks for the server's snapshot only on the server and while it hydrates. */
function createMount() {
  let isHydration = false
  return { current: () => isHydration, onServer: () => (isHydration = true) }
}

/** True on the server, and in a component whose HTML came from the server, for as long as it is mounted. */
export function useServerRendered(): boolean {
  const [mount] = useState(createMount)
  // Both snapshots agree after the first render. If they differed, React would render the component again at once,
  // with all others of the page in one long task.
  return useSyncExternalStore(never, mount.current, mount.onServer)
}

/**
 * True on the server and in the browser's first render of server HTML, false soon after it. What only the
 * browser knows (storage, time zone, media queries) may show once this is false: the first render has to be
 * the server's.
 */
export function useHydrating(): boolean {
  const serverRendered = useServerRendered()
  const [isOver, setOver] = useState(!serverRendered)
  useEffect(() => {
    if (!isOver) startTransition(() => setOver(true))
  }, [isOver])
  return !isOver
}

import { useMatches } from 'react-router-dom'

/** What a route says about itself in the router's list. */
export interface RouteHandle {
  /** column: between sidebar and right column (default). wide: takes the right column too. full: wide, and exactly as tall as the window. */
  room?: 'column' | 'wide' | 'full'
  /** What the room will be, for those still being tiled. */
  name?: string
}

/** The handles of the routes that match now, the innermost winning. */
export const useRouteHandle = (): RouteHandle =>
  useMatches().reduce<RouteHandle>((merged, { handle }) => ({ ...merged, ...(handle as RouteHandle | undefined) }), {})

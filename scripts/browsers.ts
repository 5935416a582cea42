/** The oldest browsers that the page works in. The build's target, and what `npm run lint` checks the client against. */
export const BROWSERS = { chrome: 123, firefox: 128, safari: 17.5 } as const

/** False while the server renders a page's first HTML: there is no window, no storage and no screen. */
export const inBrowser = typeof document !== 'undefined'

let moment = 0

/** When the server rendered the document, epoch ms. During hydration, relative times refer to it. */
export const renderedAt = (): number => moment

export const setRenderedAt = (at: number): void => void (moment = at)

let moment = 0

/** When the server rendered the document, epoch ms: while it hydrates, times are as of then. */
export const renderedAt = (): number => moment

export const setRenderedAt = (at: number): void => void (moment = at)

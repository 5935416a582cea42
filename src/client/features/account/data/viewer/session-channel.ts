type News = 'entered' | 'left'

let channel: BroadcastChannel | null = null
const tabs = (): BroadcastChannel => (channel ??= new BroadcastChannel('rf-session'))

/** Other tabs share our cookie: what one does holds for all. */
export const postToTabs = (news: News): void => tabs().postMessage(news)

export const onSessionMessage = (hear: (news: News) => void): void =>
  tabs().addEventListener('message', ({ data }: MessageEvent<News>) => hear(data))

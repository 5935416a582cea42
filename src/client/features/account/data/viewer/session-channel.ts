/** Somebody is signed in, or nobody is any more. */
type News = { entered: string } | 'left'

let channel: BroadcastChannel | null = null
const tabs = (): BroadcastChannel => (channel ??= new BroadcastChannel('rf-session'))

/** All tabs share the session cookie: a log-in or log-out in one applies to all. */
export const postToTabs = (news: News): void => tabs().postMessage(news)

export const onSessionMessage = (hear: (news: News) => void): void =>
  tabs().addEventListener('message', ({ data }: MessageEvent<News>) => hear(data))

import { keepCommentAuthorsFresh } from './features/comments/comments.subscriber.ts'
import { subscribeTimelines } from './features/posts/feed/fan-out.ts'
import { keepPagesFresh } from './features/posts/feed/neutral-pages.ts'
import { keepFolloweesFresh } from './features/people/follows/follows.subscriber.ts'
import { subscribeMediaRemoval } from './features/media/media.removal.ts'
import { keepMessageMediaFresh, subscribeMessages } from './features/messages/messages.subscriber.ts'
import { startMonitor } from './features/monitor/monitor.subscriber.ts'
// Nothing calls it: the server only has to know this kind of job.
import './features/admin/rebuild/rebuild.job.ts'
import { keepPostAuthorsFresh, keepPostMediaFresh } from './features/posts/posts.subscriber.ts'
import { subscribeOwnReactions } from './features/posts/reactions/own-reactions.service.ts'
import { keepSecurityLog } from './features/account/security-log/security-log.service.ts'
import { keepSessionListsLive } from './features/account/sessions/sessions.subscriber.ts'
import { keepViewersFresh } from './features/people/users/users.subscriber.ts'
import { startJobs } from './platform/jobs/job-runner.ts'

/** Features that listen to others' events on the bus. Each returns the function that stops it. */
type Subscribe = () => () => void

export const subscribers: readonly Subscribe[] = [
  keepViewersFresh,
  keepSessionListsLive,
  keepSecurityLog,
  keepFolloweesFresh,
  keepPagesFresh,
  subscribeOwnReactions,
  subscribeMessages,
  subscribeTimelines,
  keepPostAuthorsFresh,
  keepPostMediaFresh,
  keepMessageMediaFresh,
  keepCommentAuthorsFresh,
  subscribeMediaRemoval,
  startMonitor,
  // The last one: all that jobs need is registered by then.
  startJobs,
]

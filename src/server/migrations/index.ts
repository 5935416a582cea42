import { oneJobEngine } from './0001-one-job-engine.ts'
import { peopleAtBlocks } from './0002-people-at-blocks.ts'
import { mediaInSearch } from './0004-media-in-search.ts'
import { poosOfComments } from './0003-poos-of-comments.ts'
import { wordsOfMessages } from './0006-words-of-messages.ts'
import { veiledRequests } from './0007-veiled-requests.ts'
import { trafficOfEarlierDays } from './0008-traffic-of-earlier-days.ts'
import { wordsOfEveryScript } from './0009-words-of-every-script.ts'
import { notificationsOfWhatIsGone } from './0010-notifications-of-what-is-gone.ts'
import { reactionsOfHiddenPosts } from './0011-reactions-of-hidden-posts.ts'
import { namesThatTurn } from './0012-names-that-turn.ts'
import { lastSeenOfPeople } from './0013-last-seen.ts'
import { tracesOfErasedPeople } from './0014-traces-of-erased-people.ts'
import { membershipsOfConversations } from './0016-memberships.ts'
import { oneSearch } from './0017-one-search.ts'
import { claimsOfConversations } from './0018-conversation-claims.ts'
import { claimsOfAccounts } from './0019-account-claims.ts'
import type { Migration } from '#server/platform/mongo/migration.ts'

/**
 * Every change of stored data, in the order of their numbers, one line each. A new one is a file
 * `0001-what-it-does.ts` beside this one; its test upgrades the dump of the version before
 * (tests/api/upgrade.slow.test.ts). The numbers 0005 and 0015 were never given to one.
 */
export const migrations: readonly Migration[] = [
  oneJobEngine,
  peopleAtBlocks,
  poosOfComments,
  mediaInSearch,
  wordsOfMessages,
  veiledRequests,
  trafficOfEarlierDays,
  wordsOfEveryScript,
  notificationsOfWhatIsGone,
  reactionsOfHiddenPosts,
  namesThatTurn,
  lastSeenOfPeople,
  tracesOfErasedPeople,
  membershipsOfConversations,
  oneSearch,
  claimsOfConversations,
  claimsOfAccounts,
]

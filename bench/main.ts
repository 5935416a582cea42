import './support/data-folder.ts'
import { config } from '#server/platform/config.ts'
import { openStore } from '#server/boot/open-store.ts'
import { admin } from './parts/admin.ts'
import { coldStart } from './parts/cold-start.ts'
import { commands } from './parts/commands.ts'
import { fairness } from './parts/fairness.ts'
import { fanout } from './parts/fanout.ts'
import { feed } from './parts/feed.ts'
import { following } from './parts/following.ts'
import { hotPost } from './parts/hot-post.ts'
import { interactions } from './parts/interactions.ts'
import { media } from './parts/media.ts'
import { memory } from './parts/memory.ts'
import { messageSearch } from './parts/message-search.ts'
import { groupMessages } from './parts/group-messages.ts'
import { messages } from './parts/messages.ts'
import { pages } from './parts/pages.ts'
import { newPost } from './parts/new-post.ts'
import { panel, sewerMap } from './parts/panel.ts'
import { comeBack } from './parts/come-back.ts'
import { crowdControl } from './parts/crowd-control.ts'
import { pushes } from './parts/pushes.ts'
import { processStart } from './parts/process-start.ts'
import { reactions } from './parts/reactions.ts'
import { search } from './parts/search.ts'
import { sustained } from './parts/sustained.ts'
import { openBench, type Part } from './support/bench.ts'
import { readOptions } from './support/options.ts'
import { takeAnyMoment } from './support/rounds.ts'
import { quoteInReadmes, writeResults } from './support/report.ts'
import { buildWorld } from './support/world.ts'

/** Every part, in the order in which they run. */
const PARTS: Record<string, Part> = {
  feed,
  following,
  search,
  'message-search': messageSearch,
  commands,
  messages,
  'group-messages': groupMessages,
  sustained,
  reactions,
  'hot-post': hotPost,
  crowdControl,
  fanout,
  'new-post': newPost,
  'come-back': comeBack,
  'process-start': processStart,
  pushes,
  memory,
  media,
  fairness,
  admin,
  panel,
  'sewer-map': sewerMap,
  pages,
  interactions,
  'cold-start': coldStart,
}

/** `npm run bench -- quick`: one round of the short parts, in less than five minutes. */
const QUICK = [
  'feed',
  'following',
  'search',
  'commands',
  'messages',
  'reactions',
  'fanout',
  'new-post',
  'memory',
  'admin',
]

/** What a run writes must not slow down the next one. Larger data take minutes to create. */
const ALWAYS_FRESH_UP_TO = 100_000

const options = readOptions(process.argv.slice(2))
if (options.quick) takeAnyMoment()
const names = options.quick ? QUICK : options.parts.length > 0 ? options.parts : Object.keys(PARTS)
const unknown = names.filter((name) => !(name in PARTS))
if (unknown.length > 0)
  throw new Error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`)

const store = await openStore(config)
try {
  const bench = await openBench(databaseUri(store.uri), options, (db) =>
    buildWorld(db, { ...options, fresh: options.fresh || options.posts <= ALWAYS_FRESH_UP_TO }),
  )
  try {
    for (const name of names) {
      console.log(`${name} ...`)
      const began = Date.now()
      const results = await PARTS[name]!(bench)
      const { posts, seed } = options
      console.log(
        writeResults(results, { part: name, posts, seed, seconds: Math.round((Date.now() - began) / 1000) }),
      )
    }
    if (options.readme) quoteInReadmes()
  } finally {
    await bench.close()
  }
} finally {
  await store.close()
}

/** A database for each size of data: the next run finds it filled. */
function databaseUri(uri: string): string {
  const url = new URL(uri)
  url.pathname = `/bench_${options.posts}`
  return url.href
}

import { recountPeople } from '#server/features/recount/person-counters.service.ts'
import { recountPosts } from '#server/features/recount/post-counters.service.ts'
import { config } from '#server/platform/config.ts'
import { connectStore, disconnectStore } from '#server/platform/mongo/connect.ts'
import { openStore } from '#server/platform/mongo/open-store.ts'
import { StoreError } from '#server/platform/mongo/store-error.ts'

/**
 * `npm run recount`: counts comments, reactions, posts and follows one by one and sets every figure right that is shown
 * of them, and writes names anew where a rename was cut short. Works beside a running server, which shows the right figures within a second, or without one.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function recount(): Promise<void> {
  const { posts, corrected } = await recountPosts()
  say(`${posts} posts counted, ${corrected} set right.`)
  const people = await recountPeople()
  say(`${people.people} people counted, ${people.corrected} set right.`)
}

try {
  const quiet = { info: () => undefined, warn: (line: string) => console.warn(line), error: (line: string) => console.error(line) }
  const store = await openStore(config, { role: 'guest', log: quiet })
  try {
    await connectStore(store.uri)
    await recount()
  } finally {
    await disconnectStore()
    await store.close()
  }
} catch (error) {
  console.error(error instanceof StoreError ? error.message : error)
  process.exitCode = 1
}

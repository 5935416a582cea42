import { randomUUID } from 'node:crypto'
import type { PublicPostView } from '#contract/posts.ts'
import type { Bench } from '#bench/support/bench.ts'
import type { Child } from '#bench/support/child.ts'
import { openFeedCrowds, startCrowd, type Crowd } from '#bench/support/crowd.ts'
import { callOnce, type Call } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { compare, type Figures } from '#bench/support/rounds.ts'
import { signIn } from '#bench/support/sessions.ts'
import { spreadOf } from '#bench/support/stats.ts'
import { personId } from '#bench/support/world.ts'

/** One announcement to every socket that watches the feed, against `io.to(room).emit`. */
export async function fanout({ product, bare, db, options, own }: Bench): Promise<Result[]> {
  const [cookie = ''] = await signIn(db, [personId(4_000)])
  const many = options.sockets
  const [ours, theirs] = [startCrowd(), startCrowd()]
  const stalls: number[] = []
  try {
    await openFeedCrowds({ product, bare }, [ours, theirs], many)
    const postCall = (): Call => ({
      method: 'POST',
      path: '/api/posts',
      cookie,
      body: { text: 'Hear ye, five thousand thrones.', clientId: randomUUID() },
    })
    const post = await callOnce<PublicPostView>(product.port, postCall())
    await ours.allHeard(many)
    // The same bytes that the product sends for a post.
    const announceCall = (): Call => ({
      method: 'POST',
      path: '/announce',
      body: { topic: 'feed', posts: [publicPart(post)], more: 0 },
    })
    const result = await compare({
      rounds: options.rounds,
      own: [...own, ours.pid, theirs.pid],
      product: () => announce(product, ours, many, postCall(), stalls),
      bare: () => announce(bare, theirs, many, announceCall()),
    })
    const detail = { ...result, sockets: many }
    return [
      {
        measure: `${many}-socket announcement, first to last socket, against bare`,
        unit: 'x',
        value: result.ratio['spread']!,
        must: 1.2,
        aim: 1.1,
        detail,
      },
      {
        measure: `${many}-socket announcement, longest event-loop stall`,
        unit: 'ms',
        value: spreadOf(stalls),
        must: 20,
        aim: 12,
        detail: { ...result.bare['stall'] },
      },
    ]
  } finally {
    await Promise.all([ours.close(), theirs.close()])
  }
}

const publicPart = ({ viewer: _viewer, ...post }: PublicPostView & { viewer?: unknown }) => post

async function announce(
  server: Child,
  crowd: Crowd,
  sockets: number,
  call: Call,
  stalls: number[] = [],
): Promise<Figures> {
  await crowd.forget()
  const before = await server.cpu()
  let heard = { first: '0', last: '0' }
  const stall = await server.longestStall(async () => {
    await callOnce(server.port, call)
    heard = await crowd.allHeard(sockets)
  })
  stalls.push(stall)
  return {
    spread: Number(BigInt(heard.last) - BigInt(heard.first)) / 1e6,
    cpu: ((await server.cpu()) - before) / 1000,
    stall,
  }
}

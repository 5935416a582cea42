import type { PostView } from '#contract/posts.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { Bench } from '#bench/support/bench.ts'
import { startCrowd } from '#bench/support/crowd.ts'
import { callOnce, openLoop } from '#bench/support/http-load.ts'
import type { Result } from '#bench/support/report.ts'
import { signIn } from '#bench/support/sessions.ts'
import { personId } from '#bench/support/world.ts'

const PEOPLE = 200
const PER_SECOND = 200
const SECONDS = 10
const VIEWERS = 20

/**
 * The frames that a viewer's socket receives while their post on screen gets two hundred reactions a
 * second.
 */
export async function reactions({ product, db }: Bench): Promise<Result[]> {
  const cookies = await signIn(
    db,
    Array.from({ length: PEOPLE }, (_, at) => personId(5_000 + at)),
  )
  const post = await callOnce<PostView>(product.port, {
    method: 'POST',
    path: '/api/posts',
    cookie: cookies[0]!,
    body: { text: 'React, all of you.' },
  })
  const crowd = startCrowd()
  try {
    await crowd.open({
      port: product.port,
      sockets: Array.from({ length: VIEWERS }, () => ({})),
      until: 'ready',
      watch: { posts: [post.id] },
      event: 'post:updated',
    })
    await crowd.forget()
    const { seconds } = await openLoop(product.port, PER_SECOND * SECONDS, PER_SECOND, (at) => ({
      method: 'POST',
      path: `/api/posts/${post.id}/react`,
      cookie: cookies[at % PEOPLE]!,
      body: { emoji: REACTIONS[Math.floor(at / PEOPLE) % REACTIONS.length]!.emoji },
    }))
    const { frames } = await crowd.heard()
    const value = frames / VIEWERS / seconds
    const detail = {
      reactionsASecond: Math.round((PER_SECOND * SECONDS) / seconds),
      viewers: VIEWERS,
      frames,
    }
    return [
      {
        measure: 'frames a viewer and second at 200 reactions/s on one post',
        unit: 'frames',
        value: { median: value, low: value, high: value },
        must: 4,
        aim: 3,
        detail,
      },
    ]
  } finally {
    await crowd.close()
  }
}

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { CrowdControlView } from '#contract/posts.crowd-control.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import type { Bench } from '#bench/support/bench.ts'
import { callOnce, type Call } from '#bench/support/http-load.ts'
import { offer, type Offered } from '#bench/support/offered.ts'
import type { Result } from '#bench/support/report.ts'
import { compare } from '#bench/support/rounds.ts'
import { signIn } from '#bench/support/sessions.ts'
import { personId } from '#bench/support/world.ts'
import { newPost, viewersOf } from './hot-post.ts'

const PEOPLE = 1_000
/** Writes a second, as in `hot-post`. */
const KINDS = {
  reactions: { rate: 1_000, event: 'post:updated', write: reaction },
  comments: { rate: 500, event: 'comment:created', write: comment },
} as const

/**
 * Writes of strangers on one post that a hundred people have on screen: under crowd control against the same without it.
 * Without means that the author has ended it, so it does not begin by itself, but the crowd is still counted.
 */
export async function crowdControl(bench: Bench): Promise<Result[]> {
  const [author, ...cookies] = (await signIn(
    bench.db,
    Array.from({ length: PEOPLE + 1 }, (_, at) => personId(3_000 + at)),
  )) as [string, ...string[]]
  const results: Result[] = []
  for (const [kind, { rate, event, write }] of Object.entries(KINDS)) {
    const run = async (isOn: boolean) => {
      const id = await postOf(bench, author, isOn)
      const offered: Offered = {
        crowd: viewersOf(id, event),
        callOf: (at) => ({ method: 'POST', cookie: cookies[at % PEOPLE]!, ...write(id, at) }),
      }
      const figures = await offer(bench, bench.product, offered, rate)
      const mine = await callOnce<CrowdControlView[]>(bench.product.port, {
        path: '/api/plungers',
        cookie: author,
      })
      assert.equal(
        mine.some((one) => one.id === id),
        isOn,
        'Plunger Mode is as it was called',
      )
      return figures
    }
    const compared = await compare({
      rounds: Math.min(bench.options.rounds, 3),
      own: bench.own,
      product: () => run(true),
      bare: () => run(false),
    })
    const detail = { ...compared, rate }
    results.push(
      {
        measure: `${kind} on one post in Plunger Mode, ${rate}/s offered: p99`,
        unit: 'ms',
        value: compared.product['p99']!,
        must: 250,
        detail,
      },
      {
        measure: `${kind} on one post in Plunger Mode: CPU of server and store against the same without it`,
        unit: 'x',
        value: compared.ratio['cpuTogether']!,
        detail,
      },
    )
  }
  return results
}

function reaction(id: string, at: number): Call {
  const { emoji } = REACTIONS[Math.floor(at / PEOPLE) % REACTIONS.length]!
  return { path: `/api/posts/${id}/react`, body: { emoji } }
}

function comment(id: string, at: number): Call {
  return {
    path: `/api/posts/${id}/comments`,
    body: { text: `Comment ${at} ${randomUUID()}`, clientId: randomUUID() },
  }
}

/** A new post under crowd control, or one whose author has ended it. Returns its id. */
async function postOf(bench: Bench, author: string, isOn: boolean): Promise<string> {
  const id = await newPost(bench, author)
  const call = async (method: 'PUT' | 'DELETE', body?: string) => {
    const headers = { cookie: author, 'content-type': 'application/json' }
    const { status } = await fetch(`${bench.product.url}/api/posts/${id}/plunger`, {
      method,
      headers,
      ...(body && { body }),
    })
    assert.ok(status < 300, `${method} of the plunger answered ${status}`)
  }
  await call('PUT', JSON.stringify({ hours: 1 }))
  if (!isOn) await call('DELETE')
  return id
}

import { parseArgs } from 'node:util'

export interface Options {
  /** Names of the parts to run; empty is all. */
  parts: string[]
  /** Whether `quick` was asked for instead of parts. */
  quick: boolean
  rounds: number
  /** Posts in the database. */
  posts: number
  /** Messages of the person who searches theirs. */
  messages: number
  /** Sockets of the crowd. */
  sockets: number
  seed: number
  /** Create the data again even if the database has the same data. */
  fresh: boolean
  /** Write the results into the README. */
  readme: boolean
  /** The only attack of the part `fairness`; all when absent. */
  attack?: string
}

/** `npm run bench -- feed messages --posts 1000000 --rounds 7`. */
export function readOptions(args: string[]): Options {
  const whole = (text: string | undefined, otherwise: number) =>
    text === undefined ? otherwise : positive(text)
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      posts: { type: 'string' },
      messages: { type: 'string' },
      rounds: { type: 'string' },
      sockets: { type: 'string' },
      seed: { type: 'string' },
      fresh: { type: 'boolean' },
      readme: { type: 'boolean' },
      attack: { type: 'string' },
    },
  })
  const quick = positionals.length === 1 && positionals[0] === 'quick'
  return {
    parts: quick ? [] : positionals,
    quick,
    posts: whole(values.posts, 10_000),
    rounds: whole(values.rounds, quick ? 1 : 5),
    messages: whole(values.messages, 1_000_000),
    sockets: whole(values.sockets, 5_000),
    seed: whole(values.seed, 7),
    fresh: values.fresh ?? false,
    readme: values.readme ?? false,
    ...(values.attack && { attack: values.attack }),
  }
}

function positive(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number <= 0) throw new Error(`${text} is not a whole number above zero`)
  return number
}

import { Gauge } from 'prom-client'
import { handlers } from './handlers.ts'
import { logger } from './logger.ts'
import { metrics } from './metrics.ts'

/** What can be wrong around a process for a while: how the log tells its begin and its end. */
const WORDS = {
  redis: {
    begins: 'Redis does not answer: servers do not hear each other',
    ends: 'Redis answers again',
  },
  bucket: {
    begins: 'The bucket does not answer: its files cannot be shown, and new ones cannot be kept',
    ends: 'The bucket answers again',
  },
  search: {
    begins: 'The search engine does not answer: posts and messages cannot be searched',
    ends: 'The search engine answers again',
  },
  split: {
    begins:
      'Another process uses this database without sharing a Redis with this one: set the same REDIS_URL for all',
    ends: 'No other process uses this database without the same Redis any more',
  },
  clock: {
    begins: 'The clock of this machine is not that of the database: set it, or let NTP do so',
    ends: 'The clocks of this machine and of the database agree again',
  },
} as const

export type ConditionName = keyof typeof WORDS
export const CONDITIONS = Object.keys(WORDS) as ConditionName[]

const open = new Map<ConditionName, { since: number; detail: string }>()
const endings = handlers<(name: ConditionName, begins: string) => void>()

/** Listens to the end of each condition, by the words that told its begin. Returns how to stop. */
export const onConditionEnd = endings.add

/** Notes whether something is wrong now. Its begin is an error in the log, and so in the monitor; once. */
export function setCondition(name: ConditionName, isWrong: boolean, detail = ''): void {
  const known = open.get(name)
  const { begins, ends } = WORDS[name]
  if (isWrong) {
    open.set(name, { since: known?.since ?? performance.now(), detail })
    if (!known) logger.error(detail ? { detail } : {}, begins)
  } else if (known) {
    open.delete(name)
    logger.info({ seconds: Math.round((performance.now() - known.since) / 1000) }, ends)
    for (const tell of endings) tell(name, begins)
  }
}

/** What is wrong now. */
export const openConditions = (): ConditionName[] => [...open.keys()]

/** The same in words, one line each, for the details of /readyz. */
export const conditionsInWords = (): string[] =>
  [...open].map(([name, { since, detail }]) => {
    const seconds = Math.round((performance.now() - since) / 1000)
    return `${name}: ${WORDS[name].begins} (for ${seconds} s${detail && `; ${detail}`})`
  })

metrics.registerMetric(
  new Gauge({
    name: 'condition_active',
    help: 'Whether something is wrong around this process: 1 while it is.',
    labelNames: ['condition'] as const,
    registers: [],
    collect() {
      for (const condition of CONDITIONS) this.set({ condition }, open.has(condition) ? 1 : 0)
    },
  }),
)

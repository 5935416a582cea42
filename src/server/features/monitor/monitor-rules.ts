import type { ErrorSource, ErrorType, Outcome, Repair, Severity } from '#contract/monitor.constants.ts'
import type { Description } from './fingerprint.ts'

/** Type and severity of an error, and what can be done about it. */
export interface Judgement {
  type: ErrorType
  severity: Severity
  /** Parts to check and repair. */
  repairs: readonly Repair[]
  /** Outcomes that resolve the error, because the part is known to work again. */
  settledBy: readonly Outcome[]
}

interface Rule extends Judgement {
  /** The only source it applies to; any when missing. */
  source?: ErrorSource
  /** Matched against '{class}: {message} | {what the site was doing} | {place}'. */
  words: RegExp
}

const rule = (
  words: RegExp,
  type: ErrorType,
  severity: Severity,
  repairs: readonly Repair[] = [],
  settledBy: readonly Outcome[] = [],
  source?: ErrorSource,
): Rule => ({
  words,
  type,
  severity,
  repairs,
  settledBy,
  ...(source && { source }),
})

const NOW_WELL = ['mended', 'well'] as const
const MENDED = ['mended'] as const

/** The first matching rule decides. A readable table, without a model behind it. */
export const RULES: readonly Rule[] = [
  // message type severity checks settled by
  rule(
    /Mongo(?:Network|ServerSelection|Topology|PoolCleared)|not primary|Database connectivity/,
    'database',
    'CRITICAL',
    ['store'],
    NOW_WELL,
  ),
  // Conditions (`conditions.ts`): their end resolves them.
  rule(/Redis does not answer|without sharing a Redis/, 'network', 'HIGH'),
  rule(/The search engine does not answer/, 'network', 'HIGH'),
  rule(/The bucket does not answer/, 'storage', 'HIGH'),
  rule(/The clock of this machine/, 'runtime', 'HIGH'),
  rule(/ENOSPC|EROFS|EDQUOT|no space left/i, 'storage', 'CRITICAL', ['folders'], NOW_WELL),
  rule(/heap out of memory|ENOMEM|EMFILE/, 'runtime', 'CRITICAL'),
  rule(/\| the process ended by it \|/, 'runtime', 'CRITICAL'),
  rule(/ended without a word/, 'runtime', 'HIGH'),
  rule(/a wave of refused log-ins/, 'security', 'HIGH'),
  rule(/ValidationError|CastError|StrictModeError|ZodError/, 'validation', 'LOW'),
  rule(/Mongo\w*Error|MongooseError|VersionError/, 'database', 'HIGH', ['store']),
  rule(
    /dynamically imported module|module script|preload CSS|Loading chunk/i,
    'page',
    'MEDIUM',
    ['page'],
    NOW_WELL,
    'browser',
  ),
  rule(
    /File upload verification|(?:ENOENT|EACCES|EPERM|ENOTDIR).*(?:media|storage|upload|video|file)/i,
    'media',
    'HIGH',
    ['folders', 'media'],
    MENDED,
  ),
  rule(/\bmail/i, 'mail', 'HIGH', ['mail']),
  rule(/video|ffmpeg|ffprobe|picture|sharp|vips/i, 'media', 'MEDIUM', ['media'], MENDED),
  rule(
    /ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|socket hang up|fetch failed|NetworkError|Redis/,
    'network',
    'MEDIUM',
  ),
  rule(/./, 'runtime', 'MEDIUM', [], [], 'browser'),
  rule(/TypeError|ReferenceError|RangeError|SyntaxError|AssertionError/, 'runtime', 'HIGH'),
  rule(/(?:)/, 'runtime', 'MEDIUM'),
]

/** Applies the rules to an error. */
export function judgeError(
  source: ErrorSource,
  { name, message, where }: Description,
  during: string,
): Judgement {
  const line = `${name}: ${message} | ${during} | ${where ?? ''}`
  const { type, severity, repairs, settledBy } = RULES.find(
    (one) => (one.source ?? source) === source && one.words.test(line),
  )!
  return { type, severity, repairs, settledBy }
}

import '#server/boot/features.ts'
import { declaredKinds, type JobKind } from '#server/platform/jobs/job-kinds.ts'

const HEAD = `# Jobs and periodic work

\`npm run docs\` generates this page from the declared kinds of jobs; a test fails when it is out of date.
[OPERATIONS.md](OPERATIONS.md#jobs) says how jobs run, what a dead one is, and what to do about it.
`

/** docs/JOBS.md: every kind of job, and what it does. */
export function jobsPage(): string {
  const all = [...declaredKinds.values()].sort((one, other) => one.kind.localeCompare(other.kind))
  return [
    HEAD,
    section(
      'Periodic work',
      'One process does it at a time. After an error it runs again at the next interval.',
      ['Kind', 'What it does', 'Interval'],
      all.flatMap((kind) =>
        kind.everyMs === undefined ? [] : [[`\`${kind.kind}\``, kind.does, duration(kind.everyMs)]],
      ),
    ),
    section(
      'Jobs',
      'A write or an operator enqueues them. Attempts: runs without progress before a job is dead. Where a job must be done, a dead one\n' +
        'can be retried but not discarded, and has one run each day.',
      ['Kind', 'What it does', 'Attempts', 'Must be done'],
      [...Map.groupBy(all, ({ does }) => does).values()].flatMap((same) =>
        same[0]!.everyMs === undefined ? [row(same)] : [],
      ),
    ),
  ].join('\n')
}

const section = (title: string, text: string, head: readonly string[], rows: readonly string[][]): string =>
  [
    `## ${title}`,
    '',
    text,
    '',
    line(head),
    line(head.map(() => '---')).replaceAll(' ', ''),
    ...rows.map(line),
    '',
  ].join('\n')

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Kinds that do the same, such as the mails, share a row. */
const row = (same: readonly JobKind[]): string[] => {
  const { does, maxAttempts, expiresAfterMs, isObligation } = same[0]!
  const most = maxAttempts === Infinity ? 'any number' : String(maxAttempts)
  return [
    same.map(({ kind }) => `\`${kind}\``).join(', '),
    does,
    expiresAfterMs === undefined ? most : `${most}, for ${duration(expiresAfterMs)}`,
    isObligation ? 'yes' : '',
  ]
}

/** In the largest unit that divides it. */
function duration(ms: number): string {
  const units = { d: 86_400_000, h: 3_600_000, min: 60_000 }
  for (const [unit, size] of Object.entries(units)) if (ms % size === 0) return `${ms / size} ${unit}`
  return `${ms / 1000} s`
}

import type { Figure, Part, Structure } from '../structure/measure.ts'

/** The tables of figures in docs/ARCHITECTURE.md. */
export const structureSection = ({ parts, figures }: Structure): string =>
  [
    '',
    '| Folder | Files | Lines | Median | 95 of 100 below | Longest |',
    '|---|---|---|---|---|---|',
    ...parts.map(partRow),
    '',
    '| Figure | Value | Limit | Aim |',
    '|---|---|---|---|',
    ...figures.map(figureRow),
    '',
  ].join('\n')

const partRow = ({ folder, files, lines, median, p95, longest }: Part): string =>
  `| \`${folder}\` | ${files} | ${lines} | ${median} | ${p95} | ${longest} |`

const figureRow = ({ name, value, limit, aim }: Figure): string =>
  `| ${name} | ${value} | ${limit ?? ''} | ${aim ?? ''} |`

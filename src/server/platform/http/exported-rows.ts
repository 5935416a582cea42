import { stringify } from 'csv-stringify'
import { pipeline, Readable } from 'node:stream'
import type { ExportQuery } from '#contract/admin.ts'

/** A line of a file, by column. */
export type ExportedRow = Readonly<Record<string, string | number | boolean | Date | null>>

export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const

/** Rows as a file, streamed. A cell that a spreadsheet would read as a formula is marked as text. */
export function exportedRows(
  rows: AsyncIterable<ExportedRow>,
  columns: readonly string[],
  format: ExportQuery['format'],
): Readable {
  if (format === 'ndjson') return Readable.from(lines(rows))
  const cast = {
    date: (at: Date) => at.toISOString(),
    boolean: String,
    // A number is no formula, even with a minus.
    number: (value: number) => ({ value: String(value), escape_formulas: false }),
  }
  const table = stringify({
    header: true,
    columns: [...columns],
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    cast,
  })
  // The pipeline ends both streams together; the reader gets the error.
  return pipeline(Readable.from(rows, { objectMode: true }), table, () => undefined)
}

async function* lines(rows: AsyncIterable<ExportedRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

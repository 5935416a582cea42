import { stringify } from 'csv-stringify'
import { Readable } from 'node:stream'
import type { ExportQuery } from '#contract/house.ts'

type Row = Record<string, string | number | boolean | Date | null>

const TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' } as const

/** Rows as a file: one pass, as quickly as it is taken. A cell that a spreadsheet would take for a formula is made a text. */
export function exportedRows(rows: AsyncIterable<Row>, columns: readonly string[], format: ExportQuery['format']): { type: string; body: Readable } {
  const source = Readable.from(rows, { objectMode: true })
  const body = format === 'csv' ? source.pipe(stringify({ header: true, columns: [...columns], bom: true, escape_formulas: true, record_delimiter: 'windows', cast: { date: (at) => at.toISOString(), boolean: String } })) : Readable.from(lines(rows))
  if (format === 'csv') source.once('error', (error) => body.destroy(error))
  return { type: TYPES[format], body }
}

async function* lines(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

/**
 * Copies a record for an export. The table says of every field whether an export has it as it is, so that a new
 * one needs a decision. A field that the record does not have is missing.
 */
export const exportedFields = <T extends object>(fields: Record<keyof T, boolean>) => {
  const names = (Object.keys(fields) as (keyof T)[]).filter((name) => fields[name])
  return (record: T): Record<string, unknown> =>
    Object.fromEntries(names.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]))
}

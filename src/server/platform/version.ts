import about from '../../../package.json' with { type: 'json' }

/** The version of this code, as in package.json. */
export const VERSION = about.version

/** Whether `one` is a lower version than `other`; both of the form 1.2.3. */
export function isOlder(one: string, other: string): boolean {
  const [left, right] = [parts(one), parts(other)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at !== -1 && left[at]! < (right[at] ?? 0)
}

const parts = (version: string) => version.split('.').map(Number)

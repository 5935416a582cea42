import { randomBytes } from 'node:crypto'
import { PASSWORD } from './http-client.ts'

export const newHandle = () => `ann_${randomBytes(4).toString('hex')}`

/** What a new person writes into the fields of the sign-up, by their labels. */
export function signUpValues(
  changes: Readonly<Record<string, string>> = {},
): [label: string, value: string][] {
  const handle = newHandle()
  return Object.entries({
    Email: `${handle}@people.example`,
    Handle: handle,
    'Display name': 'Ann of Bath',
    'Birth year': '1990',
    Password: PASSWORD,
    'Confirm password': PASSWORD,
    ...changes,
  })
}

/** What a check has found: `says` is what is there, or what is wrong and what to do. */
export interface Finding {
  readonly verdict: 'ok' | 'warning' | 'fault'
  readonly says: string
}

export const ok = (says: string): Finding => ({ verdict: 'ok', says })
export const warning = (says: string): Finding => ({ verdict: 'warning', says })
export const fault = (says: string): Finding => ({ verdict: 'fault', says })

/** A part that is checked. `look` may throw: that is a fault. */
export interface Check {
  readonly part: string
  look(): Promise<Finding | readonly Finding[]>
}

/** The reason of an error in a few words, without addresses and passwords. */
export function reasonOf(error: unknown): string {
  const { code, codeName, name, message, responseCode } = error as NodeJS.ErrnoException & {
    codeName?: string
    responseCode?: number
  }
  return [codeName ?? code, responseCode].filter(Boolean).join(' ') || (name === 'Error' ? message : name)
}

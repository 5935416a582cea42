/** Whether a JSON text has more lists, objects and commas than this, counted without reading it. Texts may hold some too. */
export function hasManyParts(json: Buffer | string, most: number): boolean {
  let parts = 0
  for (const begin of '[{,')
    for (let at = json.indexOf(begin); at !== -1; at = json.indexOf(begin, at + 1))
      if ((parts += 1) > most) return true
  return false
}

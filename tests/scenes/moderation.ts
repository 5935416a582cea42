import type { Screen } from './scene.ts'

const appeal: Screen = {
  screen: 'Appeal (/appeal/{caseId})',
  who: 'ann',
  path: '/appeal/0123456789abcdef01234567',
  scenes: [{ state: 'no such case', axe: 'page' }],
}

export const MODERATION: readonly Screen[] = [appeal]

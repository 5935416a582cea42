import { setCondition } from '#server/platform/conditions.ts'
import { groonga } from './groonga.ts'

const PROBE_MS = 5_000
let probing: NodeJS.Timeout | undefined

/** Notes that the engine has not answered this process; asks until it does. */
export function engineIsAway(error: Error): void {
  setCondition('search', true, error.message)
  probing ??= setInterval(() => void probe(), PROBE_MS).unref()
}

async function probe(): Promise<void> {
  const answers = await groonga('status').then(
    () => true,
    () => false,
  )
  if (!answers) return
  clearInterval(probing)
  probing = undefined
  setCondition('search', false)
}
